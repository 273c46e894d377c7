/**
 * Waits and sends reports meanwhile, because the workbench considers a host hung if it is silent for three minutes.
 */
import { setTimeout as sleepFor } from 'node:timers/promises'

/** Longest silence during a wait. */
const maxSilenceMs = 60_000

/**
 * Waits, and calls `report` at least once a minute meanwhile.
 *
 * @param sleep replaced by tests, which do not wait
 * @throws AbortError if the signal is aborted
 */
export async function waitReporting(
  waitMs: number,
  report: () => void,
  signal: AbortSignal,
  sleep: (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<void> = sleepFor,
): Promise<void> {
  let leftMs = waitMs
  while (leftMs > maxSilenceMs) {
    await sleep(maxSilenceMs, undefined, { signal })
    report()
    leftMs -= maxSilenceMs
  }
  await sleep(Math.max(0, leftMs), undefined, { signal })
}
