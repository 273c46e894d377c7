/**
 * The coordinator of a Trogdor fleet, as far as it is asked here: plain HTTP and JSON, without passwords.
 */
import { AppError } from '../../contracts/app-error.ts'
import { type TrogdorTask, trogdorTasks } from '../../contracts/trogdor-task.ts'
import type { TrogdorTaskOrder } from '../../measurement/trogdor-tasks.ts'

const answerTimeoutMs = 5_000

/** Longest answer that is repeated to people. */
const longestWords = 200

/** Every method throws AppError CLUSTER_UNREACHABLE or RUN_FAILED. */
export class TrogdorCoordinator {
  private readonly url: string

  constructor(url: string) {
    this.url = url.replace(/\/+$/, '')
  }

  /** Its clock minus this one's, in ms: wrong by half of the round trip at most. */
  async clockOffsetMs(): Promise<number> {
    const sentMs = Date.now()
    const answer = await this.ask('GET', '/coordinator/uptime')
    const middleMs = (sentMs + Date.now()) / 2
    const nowMs = typeof answer === 'object' && answer !== null ? Number(Reflect.get(answer, 'nowMs')) : Number.NaN
    if (!Number.isFinite(nowMs)) throw this.strange('/coordinator/uptime')
    return nowMs - middleMs
  }

  /** The same order again changes nothing. */
  async create(order: TrogdorTaskOrder): Promise<void> {
    await this.ask('POST', '/coordinator/task/create', order)
  }

  async stop(id: string): Promise<void> {
    await this.ask('PUT', '/coordinator/task/stop', { id })
  }

  /** Forgets the task. */
  async destroy(id: string): Promise<void> {
    await this.ask('DELETE', `/coordinator/tasks?taskId=${encodeURIComponent(id)}`)
  }

  /** The tasks of these ids that it knows. */
  async tasks(ids: readonly string[]): Promise<Readonly<Record<string, TrogdorTask>>> {
    const query = ids.map((id) => `taskId=${encodeURIComponent(id)}`).join('&')
    const answer = await this.ask('GET', `/coordinator/tasks?${query}`)
    const tasks = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'tasks') : null
    const parsed = trogdorTasks.safeParse(tasks)
    if (!parsed.success) throw this.strange('/coordinator/tasks')
    return parsed.data
  }

  private async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      signal: AbortSignal.timeout(answerTimeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }).catch((error: unknown) => {
      throw this.unreachable(error)
    })
    const text = await response.text()
    if (!response.ok) {
      throw new AppError('RUN_FAILED', `The Trogdor coordinator refused a request: ${text.slice(0, longestWords)}`, {
        remedy: 'Look at the output of the coordinator.',
      })
    }
    try {
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw this.strange(path)
    }
  }

  private unreachable(cause: unknown): AppError {
    return new AppError('CLUSTER_UNREACHABLE', `The Trogdor coordinator at ${this.url} does not answer.`, {
      cause,
      remedy: 'Check that it runs, and the host and port of the coordinator in the platform file.',
    })
  }

  private strange(path: string): AppError {
    return new AppError('RUN_FAILED', `What listens at ${this.url} answered ${path} in a way that Trogdor does not.`, {
      remedy: 'Check the host and port of the coordinator in the platform file.',
    })
  }
}
