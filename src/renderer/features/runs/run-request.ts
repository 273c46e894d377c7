/**
 * What a measured run was asked for, so that it can be run once more. Pure.
 */
import { scaleScenario } from '../../../capacity/scale-scenario.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { BrokerQuotas } from '../../../contracts/target.ts'
import { embeddedQuotas } from '../../../planning/scale.ts'
import type { RequestForm } from '../validation/request-form.ts'

/** Scenario and form of a run. */
export interface RunAgain {
  readonly scenario: Scenario
  readonly form: Partial<RequestForm>
}

/**
 * The scenario as it was before it was scaled, and the form with what scaled it. A connection is not kept with a run: it
 * stands in the form or is opened again.
 */
export function requestOfRun(run: MeasuredRecord): RunAgain {
  const { target, plan } = run
  const isEmbedded = target.kind !== 'connection'
  return {
    scenario: wholeScenario(run),
    form: {
      target: target.kind,
      scale: isEmbedded ? String(target.scale) : '',
      duration: `${plan.durationMs / 1000} s`,
      quotaWindow: target.quotas === null ? '' : `${plan.quotaWindowMs / 1000} s`,
      quotaFactor: quotaFactorOf(run),
      usesExistingTopics: plan.topics.some(({ isExisting }) => isExisting === true),
    },
  }
}

/** Of a rate that was made smaller and larger again the last digits are dust. */
const rateDigits = 12

/** A record holds the scenario as run. */
function wholeScenario({ scenario, target }: MeasuredRecord): Scenario {
  if (target.scale === 1) return scenario
  const whole = scaleScenario(scenario, 1 / target.scale)
  const clean = (rate: number): number => Number(rate.toPrecision(rateDigits))
  const producers = whole.workload.producers.map((producer) => ({
    ...producer,
    peakRecordsPerSec: clean(producer.peakRecordsPerSec),
    ...(producer.averageRecordsPerSec === undefined
      ? {}
      : { averageRecordsPerSec: clean(producer.averageRecordsPerSec) }),
  }))
  return { ...whole, workload: { ...whole.workload, producers } }
}

/** Quotas are whole bytes: a factor nearer to 1 than this is none. */
const noFactor = 1e-3

/** Empty where the quotas were those of the offering, or where it tells of none: runs of other versions come in too. */
function quotaFactorOf(run: MeasuredRecord): string {
  const { quotas } = run.target
  const plain = quotas === null ? null : plainQuotas(run)
  if (quotas === null || plain === null) return ''
  const factor = quotas.producerBytesPerSec / plain.producerBytesPerSec
  return Math.abs(factor - 1) < noFactor ? '' : String(Number(factor.toPrecision(3)))
}

function plainQuotas({ scenario, offering, target: { brokers, scale } }: MeasuredRecord): BrokerQuotas | null {
  if (brokers === null) return null
  try {
    return embeddedQuotas(scenario, offering, { scale, brokers })
  } catch {
    // The offering limits no bandwidth.
    return null
  }
}
