/**
 * Signs of synchronous senders, which wait for each acknowledgement. They offer only what they send, so they have no
 * backlog. Whether they met the load of the scenario is seen only by comparing what they sent with the schedule.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { realSeconds, sumProducers } from './rates.ts'
import { scheduledRecords } from './scheduled-records.ts'

/** Figures of the synchronous senders of all producers together, over the seconds that count. */
export interface ClosedLoopSigns {
  readonly senders: number
  /** Acknowledged records / records of the schedule. */
  readonly metRatio: number
  readonly recordsPerSec: number
  /** Mean wait for an acknowledgement, if all senders wait all the time: senders / (records/s), in ms. */
  readonly waitMs: number
}

/** The signs over the seconds of `focus`; null if the plan has no synchronous senders, or nothing was acknowledged. */
export function closedLoopOver(plan: RunPlan, focus: readonly Sample[]): ClosedLoopSigns | null {
  const producers = plan.producers.filter(({ synchronousSenders }) => synchronousSenders !== undefined)
  if (producers.length === 0) return null
  const ids = new Set(producers.map(({ id }) => id))
  const synchronousPlan = { ...plan, producers }
  const scheduledUntil = (ms: number) => scheduledRecords(synchronousPlan, Math.min(ms, plan.durationMs))
  const scheduled = focus.reduce(
    (sum, { second }) => sum + scheduledUntil((second + 1) * 1000) - scheduledUntil(second * 1000),
    0,
  )
  const acked = sumProducers(focus, (sample) => (ids.has(sample.producerId) ? sample.ackedRecords : 0))
  const seconds = realSeconds(focus)
  if (scheduled === 0 || acked === 0 || seconds === 0) return null
  const senders = producers.reduce((sum, producer) => sum + (producer.synchronousSenders ?? 0), 0)
  const recordsPerSec = acked / seconds
  return { senders, metRatio: acked / scheduled, recordsPerSec, waitMs: (senders * 1000) / recordsPerSec }
}
