/**
 * The client of the workbench over a MessagePort. It sends calls and receives answers and events. It validates all of them
 * but the answers of calls marked `isParsed`, which the workbench has validated.
 */
import type { AppErrorData, Outcome } from '../contracts/app-error.ts'
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type EventName,
  type EventPayload,
  events,
  ipcAnswer,
  ipcEvent,
} from '../contracts/ipc-contract.ts'
import type { IpcCall } from '../contracts/ipc-shape.ts'

/** The methods of a MessagePort that are used. Ports of a page and of Node both have them. */
export interface ClientPort {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  start(): void
  close(): void
}

/** The interface of the workbench for the page. */
export interface WorkbenchClient {
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<Outcome<CallOutput<K>>>
  /** Calls the listener for each event of that name. Returns a function that removes the listener. */
  on<K extends EventName>(name: K, listener: (payload: EventPayload<K>) => void): () => void
  /** Calls the listener each time a port is attached after the first one, because the shown data may then be stale. */
  onReattached(listener: () => void): () => void
  /** Calls the listener each time the workbench has stopped, because a run that was live in it has ended too. */
  onStopped(listener: () => void): () => void
  attach(port: ClientPort): void
  /** Called when the workbench has stopped. Calls that were sent fail with `reason`; others wait for the next port. */
  detach(reason: string): void
  /** Called when the workbench has stopped and is not started again. All calls, also later ones, fail with `reason`. */
  giveUp(reason: string): void
}

interface OpenCall {
  readonly name: CallName
  readonly input: unknown
  isSent: boolean
  answer(outcome: Outcome<unknown>): void
}

type Answer = { readonly id: number } & Outcome<unknown>

/** A client without a port yet. */
export function createWorkbenchClient(): WorkbenchClient {
  return new PortClient()
}

class PortClient implements WorkbenchClient {
  private readonly openCalls = new Map<number, OpenCall>()
  private readonly listeners = new Map<EventName, Set<(payload: never) => void>>()
  private readonly reattachedListeners = new Set<() => void>()
  private readonly stoppedListeners = new Set<() => void>()
  private port: ClientPort | null = null
  /** Why there is no workbench any more; null while there is one, or while another one is awaited. */
  private givenUpReason: string | null = null
  private hasBeenAttached = false
  private nextId = 1

  call<K extends CallName>(name: K, input: CallInput<K>): Promise<Outcome<CallOutput<K>>> {
    if (this.givenUpReason !== null) return Promise.resolve(failure(this.givenUpReason))
    return new Promise((resolve) => {
      const id = this.nextId++
      // The answer was parsed with the schema of this call.
      const answer = (outcome: Outcome<unknown>) => resolve(outcome as Outcome<CallOutput<K>>)
      const open: OpenCall = { name, input, isSent: false, answer }
      this.openCalls.set(id, open)
      this.send(id, open)
    })
  }

  on<K extends EventName>(name: K, listener: (payload: EventPayload<K>) => void): () => void {
    const set = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, set)
    set.add(listener)
    return () => {
      set.delete(listener)
    }
  }

  onReattached(listener: () => void): () => void {
    return addTo(this.reattachedListeners, listener)
  }

  onStopped(listener: () => void): () => void {
    return addTo(this.stoppedListeners, listener)
  }

  attach(port: ClientPort): void {
    this.port?.close()
    this.port = port
    port.addEventListener('message', (event) => this.receive(event.data))
    port.start()
    for (const [id, open] of this.openCalls) if (!open.isSent) this.send(id, open)
    if (this.hasBeenAttached) for (const listener of this.reattachedListeners) listener()
    this.hasBeenAttached = true
  }

  detach(reason: string): void {
    this.stop(reason, ({ isSent }) => isSent)
  }

  giveUp(reason: string): void {
    this.givenUpReason = reason
    this.stop(reason, () => true)
  }

  /** Drops the port and answers the open calls for which `mustFail` is true with an error. */
  private stop(reason: string, mustFail: (call: OpenCall) => boolean): void {
    this.port?.close()
    this.port = null
    for (const [id, open] of [...this.openCalls]) {
      if (!mustFail(open)) continue
      this.openCalls.delete(id)
      open.answer(failure(reason))
    }
    for (const listener of this.stoppedListeners) listener()
  }

  private send(id: number, open: OpenCall): void {
    if (this.port === null) return
    open.isSent = true
    this.port.postMessage({ type: 'request', id, call: open.name, input: open.input })
  }

  private receive(data: unknown): void {
    // Looks at the type first: a failed parse is slower than a successful one, and a live run sends thousands of events.
    const isEvent = isObject(data) && Reflect.get(data, 'type') === 'event'
    const event = isEvent ? ipcEvent.safeParse(data) : null
    const answer = isEvent ? null : ipcAnswer.safeParse(data)
    if (event?.success) this.receiveEvent(event.data.event, event.data.payload)
    else if (answer?.success) this.receiveAnswer(answer.data)
    else console.error('The workbench sent a message that is neither an answer nor an event.')
  }

  private receiveEvent(name: EventName, data: unknown): void {
    const payload = events[name].safeParse(data)
    if (!payload.success) console.error(`The event ${name} has an unexpected shape.`)
    else for (const listener of this.listeners.get(name) ?? []) listener(payload.data as never)
  }

  private receiveAnswer(answer: Answer): void {
    const open = this.openCalls.get(answer.id)
    if (open === undefined) return
    this.openCalls.delete(answer.id)
    if (!answer.ok) {
      open.answer({ ok: false, error: answer.error })
      return
    }
    const { output, isParsed }: IpcCall = calls[open.name]
    if (isParsed === true) {
      open.answer({ ok: true, value: answer.value })
      return
    }
    const value = output.safeParse(answer.value)
    if (value.success) open.answer({ ok: true, value: value.data })
    else open.answer(failure(`The workbench answered ${open.name} in an unexpected shape.`))
  }
}

/** Returns a function that removes the listener. */
function addTo(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function failure(message: string): { ok: false; error: AppErrorData } {
  return { ok: false, error: { code: 'INTERNAL', message, remedy: null, problems: [] } }
}
