/**
 * Finds the code names of librdkafka's errors, and decides from them whether a failed record may have been written.
 */
import { createRequire } from 'node:module'
import type { Rdkafka } from './load-rdkafka.ts'

/** Fate of a record that was not acknowledged: it was not written, or it is unknown whether it was written. */
export type Fate = 'rejected' | 'unknown'

/**
 * Codes after which a record may have been written. Either no response came, or the response says that the leader wrote
 * the record.
 */
const mayBeWritten = new Set([
  'ERR__MSG_TIMED_OUT',
  'ERR__TIMED_OUT',
  'ERR__TRANSPORT',
  'ERR__PURGE_INFLIGHT',
  'ERR__DESTROY',
  'ERR__BAD_MSG',
  'ERR_REQUEST_TIMED_OUT',
  'ERR_NETWORK_EXCEPTION',
  'ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  'ERR_UNKNOWN',
])

/** Returns the fate of a record that failed with this code. */
export function fateOf(codeName: string): Fate {
  return mayBeWritten.has(codeName) ? 'unknown' : 'rejected'
}

/** Finds the code name of an error of node-rdkafka, such as `ERR__TIMED_OUT`. */
export type ErrorNames = (error: { readonly code?: number; readonly message?: string }) => string

type ErrorModule = { create(code: number): { message: string } }

/**
 * Creates the function that finds code names. In delivery reports the addon drops an error's code and keeps only its
 * text ("message timed out"), so errors without a code are found by their text.
 */
export function createErrorNames(rdkafka: Rdkafka): ErrorNames {
  const byCode = new Map<number, string>()
  const byText = new Map<string, string>()
  const { create }: ErrorModule = createRequire(import.meta.url)('node-rdkafka/lib/error.js')
  for (const [name, code] of Object.entries(rdkafka.CODES.ERRORS)) {
    if (typeof code !== 'number' || byCode.has(code)) continue
    byCode.set(code, name)
    byText.set(textOf(create(code).message), name)
  }
  return ({ code, message }) => {
    const named = code === undefined || code === -1 ? undefined : byCode.get(code)
    return named ?? byText.get(textOf(message ?? '')) ?? 'ERR_UNKNOWN'
  }
}

/** Normalises a message as the addon does: it keeps only the part after the colon, in lower case. */
function textOf(message: string): string {
  const parts = message.split(': ')
  return (parts.length > 1 ? (parts[1] ?? '') : message).toLowerCase()
}
