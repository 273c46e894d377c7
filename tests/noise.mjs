/**
 * The only way in which a test may try again: because the machine was too busy for an answer, and on record.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { noiseReasons as noisyVerdicts } from '../scripts/gate/noise.mjs'
import { retriesPath } from '../scripts/gate/retries.mjs'

/**
 * Why an attempt proves nothing: each is what other programs on the machine do to a measurement or to a start. Records that
 * do not add up, secrets, kills and errors are never noise.
 */
export const noiseReasons = [...noisyVerdicts, 'consumer-bound', 'electron-not-connected']

const mostAttempts = 3

/** Above this share the processors had more to do than the run asks of them, and its consumers had to wait. */
const busyHostCpu = 0.7

/**
 * Makes an attempt, and at most two more while it tells nothing for a reason of the list. An attempt that throws is a
 * failure, also the first.
 *
 * @template T
 * @param {{ readonly suite: string, readonly test: string }} where
 * @param {(attempt: number) => Promise<T>} makeAttempt gets 1, 2, 3
 * @param {(outcome: T) => string | null | undefined} reasonOf why the outcome tells nothing; any other word counts as an outcome
 * @param {string} recordPath
 * @returns {Promise<T>} the first outcome that is not noise, else the third
 */
export async function tryAgainOnNoise(where, makeAttempt, reasonOf, recordPath = retriesPath) {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await makeAttempt(attempt)
    const reason = noiseReasons.find((each) => each === reasonOf(outcome))
    if (reason === undefined || attempt === mostAttempts) return outcome
    mkdirSync(dirname(recordPath), { recursive: true })
    appendFileSync(recordPath, `${JSON.stringify({ suite: where.suite, test: where.test, attempt, reason })}\n`)
    console.warn(`${where.test}: attempt ${attempt} tells nothing (${reason}) and is repeated`)
  }
}

/**
 * Where a Vitest test stands, as the record of repeats has it.
 *
 * @param {{ readonly fullTestName: string, readonly file: { readonly projectName?: string | undefined, readonly name: string } } | undefined} task
 * undefined: in a hook
 */
export function whereIs(task) {
  return { suite: task?.file.projectName ?? 'no suite', test: task?.fullTestName ?? 'set-up of a file' }
}

/**
 * What may have been noise in the answer of `validate --json`: its reason code, unless that is the right answer or the
 * machine does not explain it.
 *
 * @param {{ readonly reasonCode?: string, readonly client?: { readonly hostCpuMean: number | null } }} answer
 * @param {string} expectedReason
 * @returns {string | null}
 */
export function noiseOfVerdict(answer, expectedReason) {
  const { reasonCode = null, client } = answer
  if (reasonCode === expectedReason) return null
  if (reasonCode === 'consumer-bound' && (client?.hostCpuMean ?? 0) <= busyHostCpu) return null
  return reasonCode
}
