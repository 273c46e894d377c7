/**
 * Reports the progress of set-up as lines for people, or as one JSON object per line for programs.
 */

import { JavaMissingError } from './setup-error.mjs'

/** @typedef {(progress: { message: string, fraction: number | null }) => void} OnProgress */
/** @typedef {'checking' | 'working' | 'ready' | 'failed'} StepState */
/**
 * The same shape as `setupStep` in src/contracts, which the workbench parses these lines with.
 *
 * @typedef {object} StepProgress
 * @property {string} step
 * @property {StepState} state
 * @property {string} message
 * @property {number | null} fraction 0 to 1; null if it is unknown
 * @property {string} [remedy] with `failed`: what to do about it
 * @property {'java'} [lacks] with `failed`: the program whose absence is the reason
 */
/** @typedef {(progress: StepProgress) => void} Reporter */

/** Interval of progress lines in a log, which cannot redraw its last line. */
const repeatMs = 10_000

/**
 * One JSON object a line.
 *
 * @param {(text: string) => void} write
 * @returns {Reporter}
 */
export function jsonReporter(write) {
  return (progress) => write(`${JSON.stringify(progress)}\n`)
}

/**
 * Prints one line per finished step, with its duration. A terminal also shows work in progress in a line that is
 * redrawn. A log gets such a line every ten seconds.
 *
 * @param {{ write: (text: string) => void, isTerminal: boolean, columns?: number, nowMs?: () => number }} options
 * @returns {Reporter}
 */
export function humanReporter({ write, isTerminal, columns = 80, nowMs = Date.now }) {
  /** @type {Map<string, { startedMs: number, shownMs: number }>} */
  const active = new Map()
  const clear = isTerminal ? '\r\x1b[K' : ''
  return (progress) => {
    const { step, state, message, remedy } = progress
    const seen = active.get(step) ?? { startedMs: nowMs(), shownMs: Number.NEGATIVE_INFINITY }
    active.set(step, seen)
    if (state === 'ready' || state === 'failed') {
      active.delete(step)
      const mark = state === 'ready' ? 'ok    ' : 'FAILED'
      const remedyLine = remedy === undefined ? '' : `       ${remedy}\n`
      write(`${clear}${mark} ${step}: ${message} (${formatSeconds(nowMs() - seen.startedMs)})\n${remedyLine}`)
    } else if (state === 'working' && isTerminal) {
      write(`${clear}${workingLine(progress).slice(0, columns - 1)}`)
    } else if (state === 'working' && nowMs() - seen.shownMs >= repeatMs) {
      seen.shownMs = nowMs()
      write(`${workingLine(progress)}\n`)
    }
  }
}

/** The reporter for a process' own output. @param {NodeJS.WriteStream} stream @returns {Reporter} */
export function reporterFor(stream) {
  return humanReporter({
    write: (text) => stream.write(text),
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 80,
  })
}

/** @param {StepProgress} progress */
function workingLine({ step, message, fraction }) {
  return `  ...  ${step}: ${message}${fraction === null ? '' : ` (${Math.floor(fraction * 100)} %)`}`
}

/** @param {number} durationMs */
function formatSeconds(durationMs) {
  return `${(durationMs / 1000).toFixed(1)} s`
}

/**
 * Runs one step and reports its beginning, its progress and its end.
 *
 * @template T
 * @param {Reporter} report
 * @param {string} step
 * @param {(onProgress: OnProgress) => Promise<{ message: string, value: T }>} work
 * @returns {Promise<T | undefined>} undefined when it failed; the failure was reported
 */
export async function runStep(report, step, work) {
  report({ step, state: 'checking', message: 'checking', fraction: null })
  try {
    const { message, value } = await work((progress) => report({ step, state: 'working', ...progress }))
    report({ step, state: 'ready', message, fraction: 1 })
    return value
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const remedy = error instanceof Error && 'remedy' in error ? error.remedy : undefined
    report({
      ...{ step, state: 'failed', message, fraction: null },
      ...(typeof remedy === 'string' ? { remedy } : {}),
      ...(error instanceof JavaMissingError ? { lacks: 'java' } : {}),
    })
    return undefined
  }
}
