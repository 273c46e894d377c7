/**
 * Starts to answer the first calls of a window while its page is still loading.
 */
import type { Handlers } from '../contracts/ipc-contract.ts'

/**
 * Starts the calls that a window makes first. The first request for each of them gets the answer of the call that was
 * started here. Later requests are answered anew, because the files may have changed.
 */
export function withFirstAnswers(handlers: Handlers): Handlers {
  const started = {
    ...handlers,
    'models.list': startedCall(handlers['models.list']),
    'examples.list': startedCall(handlers['examples.list']),
  }
  // Opens the store early. The answer is dropped, because a draft may be saved before the page asks for it.
  handlers['draft.load']({}).catch(() => undefined)
  return started
}

type Call<T> = (input: Record<string, never>) => Promise<T>

function startedCall<T>(call: Call<T>): Call<T> {
  let first: Promise<T> | null = call({})
  // An error is reported by the request that gets this answer.
  first.catch(() => undefined)
  return (input) => {
    const answer = first ?? call(input)
    first = null
    return answer
  }
}
