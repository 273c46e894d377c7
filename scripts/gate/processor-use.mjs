/**
 * Measures how busy the processors of this machine were, over all processes.
 */
import { cpus } from 'node:os'

/** @typedef {import('node:os').CpuInfo['times']} Times */

/** Processor times since the machine started, in ms, per processor. */
export const readProcessorTimes = () => cpus().map(({ times }) => times)

/**
 * The share of processor time that was not idle between two readings, from 0 to 1; null if no time passed.
 *
 * @param {readonly Times[]} before
 * @param {readonly Times[]} after
 */
export function busyShare(before, after) {
  const total = sumOf(after, totalMs) - sumOf(before, totalMs)
  const idle = sumOf(after, ({ idle }) => idle) - sumOf(before, ({ idle }) => idle)
  return total <= 0 ? null : 1 - idle / total
}

/** @param {Times} times */
function totalMs({ user, nice, sys, idle, irq }) {
  return user + nice + sys + idle + irq
}

/** @param {readonly Times[]} all @param {(times: Times) => number} amountOf */
function sumOf(all, amountOf) {
  return all.reduce((sum, times) => sum + amountOf(times), 0)
}
