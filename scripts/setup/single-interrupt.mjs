/**
 * One Ctrl-C is one interrupt.
 *
 * A terminal sends SIGINT to every process in the foreground, and npm passes its own on to the script that it runs:
 * under `npm run` the CLI gets each Ctrl-C twice, which for it means "clean up" and at once "never mind, quit".
 */

/** Longer than npm takes to pass a signal on, shorter than a person takes to press the keys again. */
const echoMs = 300

/**
 * Drops the echo of a SIGINT. Call it before anybody listens: Node binds `process.emit` when the first listener comes.
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
