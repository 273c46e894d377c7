/**
 * A client of the coordinator of a Trogdor fleet: HTTP and JSON, without TLS and authentication.
 */
import { AppError } from '../../contracts/app-error.ts'
import { type TrogdorTask, trogdorTasks } from '../../contracts/trogdor-task.ts'
import { textWithin } from '../../measurement/text-within.ts'
import type { TrogdorTaskOrder } from '../../measurement/trogdor-tasks.ts'

const responseTimeoutMs = 5_000

/** Maximum size of a response after decompression. The states of thousands of tasks take less. */
const maxResponseBytes = 64_000_000

/** Maximum length of a query. The coordinator's HTTP server, Jetty, refuses request heads of more than 8 KiB. */
const maxQueryCharacters = 4_000

/** An error quotes at most this much of a response. */
const maxQuotedCharacters = 200

/** Every method throws AppError CLUSTER_UNREACHABLE or RUN_FAILED if its request fails. */
export class TrogdorCoordinator {
  private readonly url: string

  constructor(url: string) {
    this.url = url.replace(/\/+$/, '')
  }

  /** Measures the coordinator's clock minus this machine's, with an error of at most half the round trip. */
  async clockOffsetMs(): Promise<number> {
    const sentMs = Date.now()
    const body = await this.sendRequest('GET', '/coordinator/uptime')
    const middleMs = (sentMs + Date.now()) / 2
    const nowMs = typeof body === 'object' && body !== null ? Reflect.get(body, 'nowMs') : null
    if (typeof nowMs !== 'number' || !Number.isFinite(nowMs)) throw this.unexpectedResponse('/coordinator/uptime')
    return nowMs - middleMs
  }

  /** Creates a task. Repeating the same order has no effect. */
  async create(order: TrogdorTaskOrder): Promise<void> {
    await this.sendRequest('POST', '/coordinator/task/create', order)
  }

  async stop(id: string): Promise<void> {
    await this.sendRequest('PUT', '/coordinator/task/stop', { id })
  }

  /** Removes the task and its state from the coordinator. */
  async destroy(id: string): Promise<void> {
    await this.sendRequest('DELETE', `/coordinator/tasks?taskId=${encodeURIComponent(id)}`)
  }

  /** Requests the tasks with these ids. Tasks that the coordinator does not know are left out. */
  async tasks(ids: readonly string[]): Promise<Readonly<Record<string, TrogdorTask>>> {
    const found: Record<string, TrogdorTask> = {}
    for (const query of queriesOf(ids)) Object.assign(found, await this.tasksOfQuery(query))
    return found
  }

  private async tasksOfQuery(query: string): Promise<Readonly<Record<string, TrogdorTask>>> {
    const body = await this.sendRequest('GET', `/coordinator/tasks?${query}`)
    const tasks = typeof body === 'object' && body !== null ? Reflect.get(body, 'tasks') : null
    const parsed = trogdorTasks.safeParse(tasks)
    if (!parsed.success) throw this.unexpectedResponse('/coordinator/tasks')
    return parsed.data
  }

  private async sendRequest(method: string, path: string, body?: unknown): Promise<unknown> {
    const signal = AbortSignal.timeout(responseTimeoutMs)
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'error',
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }).catch((error: unknown) => {
      throw this.unreachable(error)
    })
    const text = await textWithin(response.body, maxResponseBytes, signal).catch((error: unknown) => {
      throw this.unreachable(error)
    })
    if (text === null) throw this.unexpectedResponse(path)
    if (!response.ok) {
      throw new AppError(
        'RUN_FAILED',
        `The Trogdor coordinator refused a request: ${text.slice(0, maxQuotedCharacters)}`,
        {
          remedy: 'See the output of the coordinator.',
        },
      )
    }
    try {
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw this.unexpectedResponse(path)
    }
  }

  private unreachable(cause: unknown): AppError {
    return new AppError('CLUSTER_UNREACHABLE', `The Trogdor coordinator at ${this.url} does not respond.`, {
      cause,
      remedy: 'Check that it runs, and the host and port of the coordinator in the platform file.',
    })
  }

  private unexpectedResponse(path: string): AppError {
    return new AppError('RUN_FAILED', `The response of ${this.url} to ${path} is not that of a Trogdor coordinator.`, {
      remedy: 'Check the host and port of the coordinator in the platform file.',
    })
  }
}

/** Queries that name all ids once, as few as their maximum length allows. An id is much shorter than that. */
function queriesOf(ids: readonly string[]): string[] {
  const queries: string[] = []
  for (const id of ids) {
    const parameter = `taskId=${encodeURIComponent(id)}`
    const last = queries.at(-1)
    if (last === undefined || last.length + 1 + parameter.length > maxQueryCharacters) queries.push(parameter)
    else queries[queries.length - 1] = `${last}&${parameter}`
  }
  return queries
}
