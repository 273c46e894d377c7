/**
 * Calls that are all made the same time after what they answer came, in that order: one look-out for all of them, as waits
 * of many would follow one another.
 *
 * Node's timers know whole milliseconds only, so it looks again and again. What came between two looks came half of that
 * time ago in the mean, and what is due is done half of it early or late: the delay is right in the mean, however seldom a
 * busy machine lets it look.
 */

/** A look is followed by a rest of this length at most. */
const restMs = 0.05

/** Time for which a timer can be left to sleep, as it may come a millisecond late. */
const timerSlackMs = 2

/** Looks over which the mean time between two of them is taken. */
const looksOfMean = 32

/** No call comes earlier than by this share of its delay, however long a machine that stood still did not look. */
const mostEarlyShare = 0.25

/** Calls made are let go of in one piece, once there are this many. */
const mostMade = 100

const resting = new Int32Array(new SharedArrayBuffer(4))

/** Asks for a call after the delay, of something that came just now. */
export type CallLater = (call: () => void) => void

/** Calls of one delay, however many ask for them. */
export function sameDelay(delayMs: number): CallLater {
  let waiting: { readonly dueAtMs: number; readonly call: () => void }[] = []
  let made = 0
  let isLooking = false
  let isAsleep = false
  let lookedAtMs = 0
  let betweenLooksMs = 0

  const lookLater = () => {
    const first = waiting[made]
    if (isLooking || isAsleep || first === undefined) return
    const leftMs = first.dueAtMs - performance.now()
    if (leftMs > timerSlackMs) {
      isAsleep = true
      setTimeout(wake, leftMs - timerSlackMs)
    } else startLooking()
  }
  const wake = () => {
    isAsleep = false
    startLooking()
  }
  const startLooking = () => {
    isLooking = true
    lookedAtMs = performance.now()
    setImmediate(look)
  }
  const look = () => {
    const nowMs = performance.now()
    betweenLooksMs += (nowMs - lookedAtMs - betweenLooksMs) / looksOfMean
    lookedAtMs = nowMs
    const earlyMs = Math.min(betweenLooksMs / 2, delayMs * mostEarlyShare)
    let first = waiting[made]
    while (first !== undefined && first.dueAtMs <= nowMs + earlyMs) {
      made += 1
      first.call()
      first = waiting[made]
    }
    if (made >= mostMade || first === undefined) {
      waiting = waiting.slice(made)
      made = 0
    }
    const leftMs = (first?.dueAtMs ?? 0) - performance.now()
    if (first === undefined || leftMs > timerSlackMs) {
      isLooking = false
      lookLater()
      return
    }
    if (leftMs > 0) Atomics.wait(resting, 0, 0, Math.min(restMs, leftMs))
    setImmediate(look)
  }
  return (call) => {
    const nowMs = performance.now()
    const cameAtMs = isLooking ? (lookedAtMs + nowMs) / 2 : nowMs
    waiting.push({ dueAtMs: cameAtMs + delayMs, call })
    lookLater()
  }
}
