/**
 * Makes one Ctrl-C count as one interrupt.
 *
 * A terminal sends SIGINT to every process in the foreground, and npm passes its own SIGINT on to the script that it
 * runs. Under `npm run` the CLI therefore gets each Ctrl-C twice, which it would take for "clean up" and "exit at
 * once".
 */

/** Longer than npm takes to pass a signal on, shorter than a person takes to press the keys again. */
const echoMs = 300

/**
 * Drops the second SIGINT. Call it before any listener is added, because Node binds `process.emit` when the first
 * listener is added.
 *
 * @param {NodeJS.Process} [target]
 * @param {() => number} [nowMs]
 */
export function dropEchoedInterrupts(target = process, nowMs = Date.now) {
  const emit = target.emit
  let lastMs = Number.NEGATIVE_INFINITY
  /** @param {string | symbol} event @param {unknown[]} args */
  const emitOnce = (event, ...args) => {
    if (event === 'SIGINT') {
      if (nowMs() - lastMs < echoMs) return true
      lastMs = nowMs()
    }
    return Reflect.apply(emit, target, [event, ...args])
  }
  target.emit = /** @type {typeof emit} */ (emitOnce)
}
