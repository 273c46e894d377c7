/**
 * Starts a worker process for a single request, because the host itself loads no native code.
 */
import { AppError } from '../../contracts/app-error.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import type { WorkerCommand, WorkerMessage } from './worker-messages.ts'
import { WorkerProcess } from './worker-process.ts'

/** A command, and the response that is expected within a time limit. */
export type WorkerRequest<T extends WorkerMessage['type']> = {
  readonly command: WorkerCommand
  /** Type of the expected response. */
  readonly responseType: T
  readonly timeoutMs: number
}

/**
 * Starts a worker, sends it the command, waits for the response, and kills the worker.
 * @throws AppError that the worker reports; RUNNER_NOT_READY if the worker exits or does not respond in time
 */
export function requestFromWorker<T extends WorkerMessage['type']>(
  request: WorkerRequest<T>,
): Promise<Extract<WorkerMessage, { type: T }>> {
  const { command, responseType, timeoutMs } = request
  return new Promise((resolve, reject) => {
    const worker = new WorkerProcess(command.type, 1, (message) => {
      if (message.type === 'failed') end(() => reject(AppError.fromData(message.error)))
      if (isOfType(message, responseType)) end(() => resolve(message))
    })
    const timer = setTimeout(() => end(() => reject(notReady(`no response within ${timeoutMs / 1000} s`))), timeoutMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.kill()
      settle()
    }
    void worker.exited.then(({ how }) => end(() => reject(notReady(`its process ${how}`))))
    worker.send(command)
  })
}

function isOfType<T extends WorkerMessage['type']>(
  message: WorkerMessage,
  type: T,
): message is Extract<WorkerMessage, { type: T }> {
  return message.type === type
}

function notReady(why: string): AppError {
  return new AppError('RUNNER_NOT_READY', `The Kafka client could not be loaded: ${why}.`, {
    remedy: makeReadyRemedy,
  })
}
