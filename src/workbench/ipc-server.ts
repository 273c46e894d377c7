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
import type { IpcCall } from '../contracts/ipc-shape.ts'
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

/** Decides whether the user chose a file or folder in a dialog, so that a page may have it written. */
export type MayWrite = (kind: 'file' | 'folder', path: string) => Promise<boolean>

/**
 * Serves one port until it closes.
 * @returns resolves when the port is closed and all its requests have arrived. A page sends its last request, the draft, while
 *   it closes.
 */
export function serveIpc(workbench: Served, port: Port, mayWrite: MayWrite): Promise<void> {
  const stops = (Object.keys(events) as EventName[]).map((event) => forwardEvent(workbench, port, event))
  const closed = new Promise<void>((resolve) => {
    port.onClose(() => {
      for (const stop of stops) stop()
      resolve()
    })
  })
  port.onMessage((message) => {
    const request = ipcRequest.safeParse(message)
    const send = (id: number, outcome: Outcome<unknown>) => port.postMessage({ type: 'answer', id, ...outcome })
    if (request.success) {
      const { id, call, input } = request.data
      void respond(
        () => invoke({ workbench, mayWrite }, call, input),
        (error) => workbench.logError(`The call ${call} failed.`, error),
      ).then((outcome) => send(id, outcome))
      return
    }
    workbench.logError('A message on the port is not a request.', request.error)
    const id = idOf(message)
    if (id !== null) send(id, { ok: false, error: noSuchCall.toData() })
  })
  return closed
}

const noSuchCall = new AppError('INPUT_INVALID', 'The workbench has no such call.', {
  remedy: 'Restart Headroom. If it happens again, install it again: the window and the workbench do not match.',
})

/** The id of a message that is not a request, so that its sender does not wait forever; null if it has none. */
function idOf(message: unknown): number | null {
  const id: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'id') : null
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}

function forwardEvent(workbench: Served, port: Port, event: EventName): () => void {
  return workbench.on(event, (payload) => {
    const outcome = check(events[event], payload)
    if (outcome.ok) port.postMessage({ type: 'event', event, payload: outcome.value })
    else workbench.logError(`The event ${event} does not follow the contract.`, JSON.stringify(outcome.problems))
  })
}

async function respond(work: () => Promise<unknown>, logError: (error: unknown) => void): Promise<Outcome<unknown>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const known = AppError.from(error)
    if (known.code === 'INTERNAL') logError(error)
    return { ok: false, error: known.toData() }
  }
}

interface Invoked {
  readonly workbench: Served
  readonly mayWrite: MayWrite
}

async function invoke<K extends CallName>({ workbench, mayWrite }: Invoked, call: K, input: unknown): Promise<unknown> {
  const remedy = 'Correct the input and try again.'
  const parsed = parseOrThrow(calls[call].input, input, { code: 'INPUT_INVALID', what: `The call ${call}`, remedy })
  // The types of `handler` and `parsed` belong to the same key, which TypeScript cannot see, hence the cast.
  const handler = workbench.handlers[call] as (input: unknown) => Promise<unknown>
  await assertMayWrite(call, parsed, mayWrite)
  const value = await handler(parsed)
  const { output, isParsed }: IpcCall = calls[call]
  if (isParsed === true) return value
  return parseOrThrow(output, value, {
    code: 'INTERNAL',
    what: `The answer to ${call}`,
    remedy: 'Please report this fault.',
  })
}

/** Checks that the user chose the path that the call writes. @throws AppError FILE_UNWRITABLE if not */
async function assertMayWrite(call: CallName, input: unknown, mayWrite: MayWrite): Promise<void> {
  const { writes }: IpcCall = calls[call]
  if (writes === undefined) return
  const path: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, writes) : null
  if (typeof path === 'string' && (await mayWrite(writes === 'path' ? 'file' : 'folder', path))) return
  throw new AppError('FILE_UNWRITABLE', `${String(path)} was not chosen in a dialog of this session.`, {
    remedy: 'Choose the file or folder again.',
  })
}
