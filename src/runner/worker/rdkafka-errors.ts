/**
 * Errors of librdkafka by code name, and what they say about a record's fate.
 */
import { createRequire } from 'node:module'
import type { Rdkafka } from './load-rdkafka.ts'

/** What became of a record that was not acknowledged. */
export type Fate = 'rejected' | 'unknown'

/**
 * Codes after which a record may have been written all the same: it was sent and its answer never came, or the answer
 * says that the leader wrote it.
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

/** Whether a record that failed with this code is known not to be written. */
export function fateOf(codeName: string): Fate {
  return mayBeWritten.has(codeName) ? 'unknown' : 'rejected'
}

/** Finds the name of a code by an error of node-rdkafka. */
export type ErrorNames = (error: { readonly code?: number; readonly message?: string }) => string

type ErrorModule = { create(code: number): { message: string } }

/**
 * Delivery reports lose their code on the way through the addon and keep only its text ("message timed out"), so the
 * names are looked up by text where there is no code.
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

/** The addon drops what stands before the colon and lowers the rest. */
function textOf(message: string): string {
  const parts = message.split(': ')
  return (parts.length > 1 ? (parts[1] ?? '') : message).toLowerCase()
}
