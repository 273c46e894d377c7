/**
 * Serves the workbench on a port. It receives requests and sends responses and events. All are checked against the
 * contract.
 */
import { AppError, type Outcome } from '../contracts/app-error.ts'
import {
  type CallName,
  calls,
  type EventName,
  type EventPayload,
  events,
  type Handlers,
  ipcRequest,
} from '../contracts/ipc-contract.ts'
import { check, parseOrThrow } from '../contracts/parse.ts'

/** One end of a message channel: a port of Electron or Node, or a socket in a test. */
export interface Port {
  postMessage(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onClose(listener: () => void): void
}

/** The parts of a workbench that are served. */
export interface Served {
  readonly handlers: Handlers
  /** Calls the listener at each event. Returns a function that stops this. */
  on<K extends EventName>(event: K, listener: (payload: EventPayload<K>) => void): () => void
  /** Logs an unexpected error. */
  logError(message: string, error: unknown): void
}

/** Serves one port until it closes. */
export function serveIpc(workbench: Served, port: Port): void {
  const stops = (Object.keys(events) as EventName[]).map((event) => forwardEvent(workbench, port, event))
  port.onClose(() => {
    for (const stop of stops) stop()
  })
  port.onMessage((message) => {
    const request = ipcRequest.safeParse(message)
    if (!request.success) return workbench.logError('A message on the port is not a request.', request.error)
    const { id, call, input } = request.data
    void respond(workbench, call, input).then((outcome) => port.postMessage({ type: 'answer', id, ...outcome }))
  })
}

function forwardEvent(workbench: Served, port: Port, event: EventName): () => void {
  return workbench.on(event, (payload) => {
    const outcome = check(events[event], payload)
    if (outcome.ok) port.postMessage({ type: 'event', event, payload: outcome.value })
    else workbench.logError(`The event ${event} does not follow the contract.`, JSON.stringify(outcome.problems))
  })
}

async function respond(workbench: Served, call: CallName, input: unknown): Promise<Outcome<unknown>> {
  try {
    return { ok: true, value: await invoke(workbench.handlers, call, input) }
  } catch (error) {
    const known = AppError.from(error)
    if (known.code === 'INTERNAL') workbench.logError(`The call ${call} failed.`, error)
    return { ok: false, error: known.toData() }
  }
}

async function invoke<K extends CallName>(handlers: Handlers, call: K, input: unknown): Promise<unknown> {
  const remedy = 'Correct the input and try again.'
  const parsed = parseOrThrow(calls[call].input, input, 'INPUT_INVALID', `The call ${call}`, remedy)
  // The types of `handler` and `parsed` belong to the same key, which TypeScript cannot see, hence the cast.
  const handler = handlers[call] as (input: unknown) => Promise<unknown>
  const value = await handler(parsed)
  return parseOrThrow(calls[call].output, value, 'INTERNAL', `The answer to ${call}`, 'Please report this fault.')
}
