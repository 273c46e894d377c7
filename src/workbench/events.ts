/**
 * Emits the workbench's events to listeners. The contract gives their types.
 */
import type { EventName, EventPayload } from '../contracts/ipc-contract.ts'

/** Sends an event to all its listeners, one after the other, before it returns. */
export type Emit = <K extends EventName>(event: K, payload: EventPayload<K>) => void

/** An emitter of the workbench's events. */
export interface Events {
  emit: Emit
  /** Calls the listener at each event. Returns a function that removes the listener. */
  on<K extends EventName>(event: K, listener: (payload: EventPayload<K>) => void): () => void
}

/**
 * Creates an emitter. If a listener throws, `onFailure` gets the error; other listeners and the sender are not
 * affected.
 */
export function createEvents(onFailure: (event: EventName, error: unknown) => void): Events {
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  return {
    emit(event, payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(payload as never)
        } catch (error) {
          onFailure(event, error)
        }
      }
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known)
      known.add(listener)
      return () => known.delete(listener)
    },
  }
}
