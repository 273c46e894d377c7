/**
 * Words that must stand wherever a result appears.
 */
import { limiterRecords } from '../contracts/limiters.ts'
import type { Result } from '../contracts/result.ts'
import type { RunStatus } from '../contracts/run-record.ts'
import type { TargetDescription } from '../contracts/target.ts'
import type { Overlay, VerdictReasonCode } from '../contracts/verdict.ts'

/** True where the load generator, its machine or the way to the brokers held the rate. */
export function isClientBound({ diagnosis }: Pick<Result, 'diagnosis'>): boolean {
  return limiterRecords[diagnosis.limiter].marks.includes('client-bound')
}

/** What marks are read from. */
export interface MarkedRun {
  readonly result: Result
  readonly target: TargetDescription
  readonly status: RunStatus
}

/** The marks of a run. `censored`: the offered load or the client was the cap, so the rate is a lower bound. */
export function marksOf({ result, target, status }: MarkedRun, reasonCode: VerdictReasonCode): Overlay['marks'] {
  const clientBound = isClientBound(result) || reasonCode === 'client-bound'
  const marks: [Overlay['marks'][number], boolean][] = [
    ['declared capacity', target.isDeclaredCapacity],
    ['this machine', target.kind === 'embedded:kafka' && !target.isDeclaredCapacity],
    ['simulated', target.kind === 'embedded:simulated'],
    ['scaled', target.scale !== 1],
    ['partial', status !== 'complete'],
    ['censored', clientBound || limiterRecords[result.diagnosis.limiter].marks.includes('censored')],
    ['client-bound', clientBound],
  ]
  return marks.filter(([, applies]) => applies).map(([mark]) => mark)
}
