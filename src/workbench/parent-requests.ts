/**
 * Requests to the app's main process over the parent port, whose responses have the id of the request.
 */

/** Requests of one kind that wait for their responses. */
export interface ParentRequests<T> {
  /** Gives a request an id, sends it, and resolves with its response. */
  request(send: (id: number) => void): Promise<T>
  /** Delivers a response. Ignores one that no request waits for. */
  onResponse(id: number, response: T): void
}

/** Creates a register without waiting requests. Ids count from 1. */
export function createParentRequests<T>(): ParentRequests<T> {
  const waiting = new Map<number, (response: T) => void>()
  let lastId = 0
  return {
    request(send) {
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        send(id)
      })
    },
    onResponse(id, response) {
      waiting.get(id)?.(response)
      waiting.delete(id)
    },
  }
}
