/**
 * Reads an HTTP endpoint with a bound on time and size. Redirects are not followed, so that nothing but the address that
 * the user gave is asked.
 */
import { AppError } from '../../../contracts/app-error.ts'
import { textWithin } from '../../../measurement/text-within.ts'

/** Longest answer, and longest time for one. */
const maxBytes = 64_000_000
const timeoutMs = 30_000

const remedy = 'Check the address with a browser or curl, from this machine.'

/**
 * The text of an answer. With a `body` it is a POST of JSON.
 * @throws AppError CLUSTER_UNREACHABLE if there is no answer in time, an HTTP error, or too much
 */
export async function readEndpoint(url: string, body?: unknown): Promise<string> {
  const failed = (why: string, cause?: unknown) =>
    new AppError('CLUSTER_UNREACHABLE', `${url} could not be read: ${why}.`, { cause, remedy })
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw failed(`it answered with status ${response.status}`)
    const text = await textWithin(response.body, maxBytes)
    if (text === null) throw failed(`its answer has more than ${maxBytes / 1e6} MB`)
    return text
  } catch (error) {
    throw error instanceof AppError ? error : failed(reasonOf(error), error)
  }
}

/** The reason of a failed `fetch`, which is in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { cause } = error
  if (cause instanceof Error) return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
