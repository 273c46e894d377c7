/**
 * A scheduler that makes each call after the same delay, in the order in which the calls were requested. All connections share
 * one scheduler: it blocks the thread while it waits, so the waits of several would add up.
 *
 * Node's timers have a resolution of only 1 ms, so the scheduler polls when a call is nearly due. Two rules make the delay exact
 * on average, even if a busy machine polls seldom. Data that arrived between two polls counts as having arrived halfway between
 * them. And a poll makes calls up to half a polling interval before they are due, so that calls are early as often as late.
 */

/** The longest pause between two polls. */
const pauseMs = 0.05

/** A timer is only used if more time than this is left, because it may fire a millisecond late. */
const timerSlackMs = 2

/** The mean polling interval is an exponential average over about this many polls. */
const averagedPolls = 32

/** A call is early by at most this share of its delay, even after a long time without a poll. */
const maxEarlyShare = 0.25

/** Finished calls are removed from the array in blocks of this many, because each removal copies the array. */
const removalBlock = 100

/** Its value never changes, so `Atomics.wait` on it only pauses the thread. */
const pauseCell = new Int32Array(new SharedArrayBuffer(4))

/** Schedules a call after the delay. Call it as soon as the data to be delayed has arrived. */
export type CallLater = (call: () => void) => void

/** Creates a scheduler. */
export function sameDelay(delayMs: number): CallLater {
  let waiting: { readonly dueAtMs: number; readonly call: () => void }[] = []
  /** Index in `waiting` of the next call. Calls before it have been made. */
  let next = 0
  let isPolling = false
  let isAsleep = false
  let polledAtMs = 0
  let meanIntervalMs = 0

  const pollLater = () => {
    const call = waiting[next]
    if (isPolling || isAsleep || call === undefined) return
    const remainingMs = call.dueAtMs - performance.now()
    if (remainingMs > timerSlackMs) {
      isAsleep = true
      setTimeout(wake, remainingMs - timerSlackMs)
    } else startPolling()
  }
  const wake = () => {
    isAsleep = false
    startPolling()
  }
  const startPolling = () => {
    isPolling = true
    polledAtMs = performance.now()
    setImmediate(poll)
  }
  const poll = () => {
    const nowMs = performance.now()
    meanIntervalMs += (nowMs - polledAtMs - meanIntervalMs) / averagedPolls
    polledAtMs = nowMs
    const earlyMs = Math.min(meanIntervalMs / 2, delayMs * maxEarlyShare)
    let nextCall = waiting[next]
    while (nextCall !== undefined && nextCall.dueAtMs <= nowMs + earlyMs) {
      next += 1
      nextCall.call()
      nextCall = waiting[next]
    }
    if (next >= removalBlock || nextCall === undefined) {
      waiting = waiting.slice(next)
      next = 0
    }
    const remainingMs = (nextCall?.dueAtMs ?? 0) - performance.now()
    if (nextCall === undefined || remainingMs > timerSlackMs) {
      isPolling = false
      pollLater()
      return
    }
    if (remainingMs > 0) Atomics.wait(pauseCell, 0, 0, Math.min(pauseMs, remainingMs))
    setImmediate(poll)
  }
  return (call) => {
    const nowMs = performance.now()
    const arrivedAtMs = isPolling ? (polledAtMs + nowMs) / 2 : nowMs
    waiting.push({ dueAtMs: arrivedAtMs + delayMs, call })
    pollLater()
  }
}
