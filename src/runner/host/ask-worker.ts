/**
 * Asks a worker process that is started for one question, because the host itself loads no native code.
 */

import { AppError } from '../../contracts/app-error.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import type { WorkerAnswer, WorkerOrder } from './worker-messages.ts'
import { WorkerProcess } from './worker-process.ts'

/** The question, and how long to wait for its answer. */
export type WorkerQuestion<T extends WorkerAnswer['type']> = {
  readonly order: WorkerOrder
  /** Type of the expected answer. */
  readonly answer: T
  readonly timeoutMs: number
}

/**
 * Starts a worker, sends it the order, waits for the answer, and kills the worker.
 * @throws AppError that the worker reports; RUNNER_NOT_READY if it exits or does not answer in time
 */
export function askWorker<T extends WorkerAnswer['type']>(
  question: WorkerQuestion<T>,
): Promise<Extract<WorkerAnswer, { type: T }>> {
  const { order, timeoutMs } = question
  return new Promise((resolve, reject) => {
    const worker = new WorkerProcess(order.type, 1, (answer) => {
      if (answer.type === 'failed') end(() => reject(AppError.fromData(answer.error)))
      if (isAnswer(answer, question.answer)) end(() => resolve(answer))
    })
    const timer = setTimeout(() => end(() => reject(silent(`no answer within ${timeoutMs / 1000} s`))), timeoutMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.kill()
      settle()
    }
    void worker.exited.then(({ how }) => end(() => reject(silent(`its process ${how}`))))
    worker.send(order)
  })
}

function isAnswer<T extends WorkerAnswer['type']>(
  answer: WorkerAnswer,
  type: T,
): answer is Extract<WorkerAnswer, { type: T }> {
  return answer.type === type
}

function silent(why: string): AppError {
  return new AppError('RUNNER_NOT_READY', `The Kafka client could not be loaded: ${why}.`, {
    remedy: makeReadyRemedy,
  })
}
