/**
 * Marks of a run. They are qualifications that are shown wherever the run's result is shown.
 */
import { limiterRecords } from '../contracts/limiters.ts'
import type { Result } from '../contracts/result.ts'
import type { RunStatus } from '../contracts/run-record.ts'
import type { TargetDescription } from '../contracts/target.ts'
import type { Overlay, VerdictReasonCode } from '../contracts/verdict.ts'

/** True if the load generator, its machine or the network between it and the brokers limited the rate. */
export function isClientBound({ limiter }: Pick<Result['diagnosis'], 'limiter'>): boolean {
  return limiterRecords[limiter].marks.includes('client-bound')
}

/** The parts of a run that decide its marks. */
export interface MarkedRun {
  readonly result: Result
  readonly target: TargetDescription
  readonly status: RunStatus
}

/**
 * The marks of a run. `censored` means that the offered load or the clients limited the rate, so it is only a lower
 * bound of what the cluster can do.
 */
export function marksOf({ result, target, status }: MarkedRun, reasonCode: VerdictReasonCode): Overlay['marks'] {
  const clientBound = isClientBound(result.diagnosis) || reasonCode === 'client-bound'
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
