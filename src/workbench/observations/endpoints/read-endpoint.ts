/**
 * Reads an HTTP endpoint, with limits on time and size. Redirects are not followed, so that no address except the one
 * from the user receives a request.
 */
import { AppError } from '../../../contracts/app-error.ts'
import { textWithin } from '../../../measurement/text-within.ts'

/** Maximum size of a response. It must arrive within `timeoutMs`. */
const maxBytes = 64_000_000
const timeoutMs = 30_000

const remedy = 'Check the address with a browser or curl, from this machine.'

/**
 * Returns the body of the response as text. With a `body`, the request is a POST of JSON.
 * @throws AppError CLUSTER_UNREACHABLE if there is no response in time, an HTTP error, or a response that is too large
 */
export async function readEndpoint(url: string, body?: unknown): Promise<string> {
  const failed = (why: string, cause?: unknown) =>
    new AppError('CLUSTER_UNREACHABLE', `${url} could not be read: ${why}.`, { cause, remedy })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, {
      signal,
      redirect: 'error',
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw failed(`it answered with status ${response.status}`)
    const text = await textWithin(response.body, maxBytes, signal)
    if (text === null) throw failed(`its answer has more than ${maxBytes / 1e6} MB`)
    return text
  } catch (error) {
    throw error instanceof AppError ? error : failed(reasonOf(error), error)
  }
}

/** Returns the reason why `fetch` failed. Its error has the reason as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { cause } = error
  if (cause instanceof Error) return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
