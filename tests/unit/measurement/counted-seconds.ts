/** Seconds with chosen counters, for the accounting alone. */
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import type { ConsumerSample, ProducerSample, Sample } from '../../../src/contracts/sample.ts'
import { accountForRecords } from '../../../src/measurement/accounting.ts'
import { planOf, simulateRun } from './simulated-run.ts'

const [pattern] = simulateRun({ cutAtSecond: 1 }).samples

/** Counters of a producer in a second; what is left out is zero. */
export type ProducerCounts = Pick<ProducerSample, 'producerId'> & Partial<ProducerSample>
/** Counters of a group in a second; what is left out is zero, and its lag not known. */
export type GroupCounts = Pick<ConsumerSample, 'groupId'> & Partial<ConsumerSample>

export interface CountedSecond {
  readonly producers?: readonly ProducerCounts[]
  readonly groups?: readonly GroupCounts[]
}

/** Samples of these seconds, in their order. */
export function secondsOf(seconds: readonly CountedSecond[]): Sample[] {
  return seconds.map(({ producers = [], groups = [] }, second) => {
    const [producer] = pattern?.producers ?? []
    const [consumer] = pattern?.consumers ?? []
    if (pattern === undefined || producer === undefined || consumer === undefined) throw new Error('no pattern')
    return {
      ...pattern,
      second,
      producers: producers.map((own) => ({ ...producer, ...noRecords, ...own })),
      consumers: groups.map((own) => ({ ...consumer, records: 0, duplicateRecords: 0, lagRecords: null, ...own })),
    }
  })
}

const noRecords = {
  offeredRecords: 0,
  acceptedRecords: 0,
  ackedRecords: 0,
  rejectedRecords: 0,
  unknownRecords: 0,
  backlogRecords: 0,
  outstandingRecords: 0,
  queueFullRetries: 0,
}

/** How a run ended; left out: as planned. */
export interface Ended {
  readonly plan?: RunPlan
  readonly missing?: readonly number[]
  readonly isCutShort?: boolean
  readonly isClientLost?: boolean
}

/** The accounting of these seconds: one group unless the plan says more. */
export function accountFor(seconds: readonly CountedSecond[], ended: Ended = {}) {
  const all = secondsOf(seconds)
  const { plan = planOf({ groups: 0 }), missing = [], isCutShort = false, isClientLost = false } = ended
  return accountForRecords(plan, { all, load: all, missing }, { isCutShort, isClientLost })
}
