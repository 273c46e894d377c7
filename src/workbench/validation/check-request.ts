/**
 * Checks a request before anything is started, and reads its scale.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ValidationRequest } from '../../contracts/validation-request.ts'
import { unreachableTarget } from '../fleets/agents-end.ts'
import { checkDriver } from './check-driver.ts'

/** @throws AppError INPUT_INVALID if parts of the request contradict each other */
export function checkRequest(request: ValidationRequest): void {
  const isConnection = request.target.kind === 'connection'
  if (!isConnection && request.agents !== undefined) throw unreachableTarget()
  if (isConnection && (request.scale ?? 1) !== 1) {
    throw new AppError('INPUT_INVALID', 'A scale is for embedded clusters. A real cluster cannot be scaled.', {
      remedy: 'Leave it out. To offer less, lower the peak rate of the producers',
      action: { command: '--set workload.producers.0.peakRecordsPerSec=1000', view: null },
    })
  }
  if (
    request.target.kind !== 'embedded' &&
    request.target.kind !== 'embedded:kafka' &&
    request.quotaFactor !== undefined
  ) {
    throw new AppError(
      'INPUT_INVALID',
      'A quota factor is for embedded:kafka, the only target whose quotas Headroom sets.',
      {
        remedy: 'Leave it out, or validate against embedded:kafka.',
      },
    )
  }
  const { driver } = request
  if ((driver ?? 'node-rdkafka') !== 'node-rdkafka' || request.trogdor !== undefined) {
    checkDriver({ ...request, driver: driver ?? 'node-rdkafka' })
  }
  if (!isConnection && request.usesExistingTopics !== undefined) {
    throw new AppError('INPUT_INVALID', 'An embedded cluster is empty, so it has no existing topics.', {
      remedy: 'Let the run create its topics, or choose a cluster of yours as the target',
      action: { command: '--target FILE', view: null },
    })
  }
}

/** Returns the scale of a request, or null if only a trial can find it. */
export function knownScale({ target, scale, scenario, isUnlimited }: ValidationRequest): number | null {
  if (target.kind === 'connection') return 1
  return scale ?? scenario.validation?.scale ?? (isUnlimited === true ? 1 : null)
}
