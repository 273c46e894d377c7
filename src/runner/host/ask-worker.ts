/**
 * One question to a worker of its own: the host loads no native code.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { WorkerAnswer, WorkerOrder } from './worker-messages.ts'
import { WorkerProcess } from './worker-process.ts'

/** What is asked, and for how long an answer is waited for. */
export type WorkerQuestion<T extends WorkerAnswer['type']> = {
  readonly order: WorkerOrder
  /** The kind of answer that ends it. */
  readonly answer: T
  readonly timeoutMs: number
}

/**
 * Starts a worker, asks, and ends it.
 * @throws AppError that the worker answered; RUNNER_NOT_READY where it says nothing
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
    const end = (tell: () => void) => {
      clearTimeout(timer)
      worker.kill()
      tell()
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
    remedy: 'Make the runner ready again: npm start, or node scripts/prepare-runner.mjs.',
  })
}
