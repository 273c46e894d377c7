/**
 * Computes what a window asks for first while its page is still loading.
 */
import type { Handlers } from '../contracts/ipc-contract.ts'

/**
 * Starts the calls of a window's start now. The first request of each gets that answer. Later requests are computed anew,
 * because the files may have changed.
 */
export function withFirstAnswers(handlers: Handlers): Handlers {
  const started = {
    ...handlers,
    'models.list': startedCall(handlers['models.list']),
    'examples.list': startedCall(handlers['examples.list']),
  }
  // The answer is not kept, because a draft may be saved before a page asks again. The store stays open.
  handlers['draft.load']({}).catch(() => undefined)
  return started
}

type Call<T> = (input: Record<string, never>) => Promise<T>

function startedCall<T>(call: Call<T>): Call<T> {
  let first: Promise<T> | null = call({})
  // The request that gets the answer reports its error.
  first.catch(() => undefined)
  return (input) => {
    const answer = first ?? call(input)
    first = null
    return answer
  }
}
