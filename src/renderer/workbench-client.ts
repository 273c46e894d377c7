/**
 * Calls and events over a MessagePort, checked against the contract on arrival.
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

/** The part of a MessagePort that is used: a page's and Node's both fit. */
export interface ClientPort {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  start(): void
  close(): void
}

/** The workbench as the page sees it. */
export interface WorkbenchClient {
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<Outcome<CallOutput<K>>>
  /** Calls the listener for each event of that name; returns how to stop. */
  on<K extends EventName>(name: K, listener: (payload: EventPayload<K>) => void): () => void
  /** Calls the listener each time a port is attached again after the first: what is shown may be stale. */
  onReattached(listener: () => void): () => void
  attach(port: ClientPort): void
  /** The other side is gone: open calls are answered with an error, later ones wait for the next port. */
  detach(reason: string): void
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
  const openCalls = new Map<number, OpenCall>()
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const reattachedListeners = new Set<() => void>()
  let port: ClientPort | null = null
  let attachments = 0
  let nextId = 1

  function send(id: number, open: OpenCall): void {
    if (port === null) return
    open.isSent = true
    port.postMessage({ type: 'request', id, call: open.name, input: open.input })
  }

  function receive(data: unknown): void {
    const answer = ipcAnswer.safeParse(data)
    if (answer.success) {
      receiveAnswer(answer.data)
      return
    }
    const event = ipcEvent.safeParse(data)
    if (event.success) receiveEvent(event.data.event, event.data.payload)
    else console.error('The workbench sent what is neither an answer nor an event.')
  }

  function receiveEvent(name: EventName, data: unknown): void {
    const payload = events[name].safeParse(data)
    if (!payload.success) console.error(`The event ${name} has an unexpected shape.`)
    else for (const listener of listeners.get(name) ?? []) listener(payload.data as never)
  }

  function receiveAnswer(answer: Answer): void {
    const open = openCalls.get(answer.id)
    if (open === undefined) return
    openCalls.delete(answer.id)
    if (!answer.ok) {
      open.answer({ ok: false, error: answer.error })
      return
    }
    const value = calls[open.name].output.safeParse(answer.value)
    if (value.success) open.answer({ ok: true, value: value.data })
    else open.answer(failure(`The workbench answered ${open.name} in an unexpected shape.`))
  }

  return {
    call<K extends CallName>(name: K, input: CallInput<K>) {
      return new Promise<Outcome<CallOutput<K>>>((resolve) => {
        const id = nextId++
        const open: OpenCall = {
          name,
          input,
          isSent: false,
          answer: (outcome) => resolve(outcome as Outcome<CallOutput<K>>),
        }
        openCalls.set(id, open)
        send(id, open)
      })
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as (payload: never) => void)
      return () => {
        set.delete(listener as (payload: never) => void)
      }
    },
    onReattached(listener) {
      reattachedListeners.add(listener)
      return () => {
        reattachedListeners.delete(listener)
      }
    },
    attach(next) {
      port?.close()
      port = next
      next.addEventListener('message', (event) => receive(event.data))
      next.start()
      attachments += 1
      for (const [id, open] of openCalls) if (!open.isSent) send(id, open)
      if (attachments > 1) for (const listener of reattachedListeners) listener()
    },
    detach(reason) {
      port?.close()
      port = null
      for (const [id, open] of [...openCalls]) {
        if (!open.isSent) continue
        openCalls.delete(id)
        open.answer(failure(reason))
      }
    },
  }
}

function failure(message: string): { ok: false; error: AppErrorData } {
  return { ok: false, error: { code: 'INTERNAL', message, remedy: null, problems: [] } }
}
