/**
 * Ends a suite that hangs. Vitest's own time limits cannot end a test that never returns control, because its worker
 * cannot handle them.
 */
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Watches a suite until the returned function is called. If the progress file has not grown for `silenceMs`, it calls
 * `onHang` with the names of the hanging tests and ends the runner with its workers.
 *
 * @param {object} suite
 * @param {number} suite.pid of the runner
 * @param {string} suite.progressPath written by the progress reporter
 * @param {number} suite.silenceMs
 * @param {(what: string) => void} onHang
 * @returns {() => void} stops it
 */
export function watchForHang({ pid, progressPath, silenceMs }, onHang) {
  const pollIntervalMs = Math.min(5_000, silenceMs / 4)
  let text = ''
  let silentSinceMs = Date.now()
  const timer = setInterval(() => {
    const now = readOrEmpty(progressPath)
    if (now !== text) [text, silentSinceMs] = [now, Date.now()]
    if (Date.now() - silentSinceMs < silenceMs) return
    clearInterval(timer)
    onHang(`nothing ended for ${Math.round(silenceMs / 1000)} s; not ended: ${openIn(text).join(', ')}`)
    for (const each of [...descendantsOf(pid), pid]) end(each)
  }, pollIntervalMs)
  return () => clearInterval(timer)
}

/**
 * Returns the tests that have begun and not ended, and the files of which no test has begun.
 * @param {string} text of the progress file
 * @returns {string[]}
 */
export function openIn(text) {
  /** @type {Map<string, Set<string>>} */
  const open = new Map()
  for (const line of text.split('\n')) {
    // The last line may be half written.
    if (!line.endsWith('}')) continue
    /** @type {import('./progress-reporter.mjs').ProgressLine} */
    const { event, file, test } = JSON.parse(line)
    const tests = open.get(file) ?? new Set()
    if (test === undefined) {
      if (event === 'begins') open.set(file, tests)
      else open.delete(file)
    } else if (event === 'begins') open.set(file, tests.add(test))
    else tests.delete(test)
  }
  return [...open].flatMap(([file, tests]) =>
    tests.size === 0 ? [file] : [...tests].map((test) => `${file}: ${test}`),
  )
}

/**
 * Returns all descendants of a process, the nearest first; none on systems without /proc.
 * @param {number} pid
 * @returns {number[]}
 */
function descendantsOf(pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map()
  for (const name of namesIn('/proc')) {
    // The name in brackets may have any character; the parent is the second field after it.
    const parent = Number(/.*\) \S+ (\d+)/s.exec(readOrEmpty(`/proc/${name}/stat`))?.[1])
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [pid]
  for (const each of found) found.push(...(children.get(each) ?? []))
  return found.slice(1)
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** @param {string} path */
function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number} pid */
function end(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
