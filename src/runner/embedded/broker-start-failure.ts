/**
 * Explains to users why a broker exited.
 */
import { AppError, type ErrorCode } from '../../contracts/app-error.ts'
import type { BrokerFailure } from './broker-log.ts'

/** A broker exited, or could not be prepared or reached, during the start of its cluster. */
export class BrokerStartFailure extends Error {
  override readonly name = 'BrokerStartFailure'
  readonly brokerId: number
  readonly failure: BrokerFailure

  constructor(brokerId: number, detail: string, failure: BrokerFailure) {
    super(describeExit(brokerId, detail, failure))
    this.brokerId = brokerId
    this.failure = failure
  }
}

const codesAndRemedies: Readonly<Record<BrokerFailure['kind'], { readonly code: ErrorCode; readonly remedy: string }>> =
  {
    'port-taken': {
      code: 'PORT_TAKEN',
      remedy: 'Another program keeps taking free ports on 127.0.0.1; find it (ss -ltnp), then try again.',
    },
    'disk-full': { code: 'DISK_FULL', remedy: 'Free some disk, shorten the run, or choose a smaller scale.' },
    'out-of-memory': {
      code: 'RUN_FAILED',
      remedy: 'Close other programs, or use fewer brokers: each takes up to 1 GB of memory.',
    },
    other: {
      code: 'RUN_FAILED',
      remedy: 'Try again; if it happens again, choose simulated brokers (embedded:simulated), which limit nothing.',
    },
  }

/**
 * Formats a sentence that says which broker exited, how, and what its log says.
 *
 * @param detail predicate of a sentence about the broker, such as "exited with code 1"
 */
export function describeExit(brokerId: number, detail: string, failure: BrokerFailure): string {
  const reason = failure.line === null ? '' : `; its log says: ${failure.line}`
  return `Broker ${brokerId} of the embedded cluster ${detail}${reason}`
}

/** Converts any error of a start into an AppError with a remedy. */
export function toAppError(error: unknown, isAborted: boolean): AppError {
  if (isAborted) return new AppError('ABORTED', 'The start of the embedded cluster was cancelled.', { cause: error })
  if (error instanceof AppError) return error
  if (error instanceof BrokerStartFailure) {
    const { code, remedy } = codesAndRemedies[error.failure.kind]
    return new AppError(code, error.message, { remedy, cause: error })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new AppError('RUN_FAILED', `The embedded cluster could not be started: ${message}`, {
    cause: error,
    remedy: codesAndRemedies.other.remedy,
  })
}
