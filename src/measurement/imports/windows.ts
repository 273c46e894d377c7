/**
 * Totals of a client over its windows, which are the intervals for which a tool printed figures.
 */
import { type ImportedClient, type ImportedWindow, maxImportedWindows } from '../../contracts/imported-run.ts'

/** Totals of a client over all its windows. */
type WindowTotals = Pick<ImportedClient, 'durationMs' | 'recordsPerSec' | 'payloadBytesPerSec'> & {
  readonly records: number
}

/** Sums records and time over windows. Rates are weighted by time. */
export function totalsOfWindows(windows: readonly ImportedWindow[]): WindowTotals {
  const sum = (value: (window: ImportedWindow) => number) => windows.reduce((total, window) => total + value(window), 0)
  const durationMs = sum((window) => window.durationMs)
  if (durationMs === 0) return { records: 0, durationMs: null, recordsPerSec: null, payloadBytesPerSec: null }
  const records = sum((window) => (window.recordsPerSec * window.durationMs) / 1000)
  const hasPayload = windows.every((window) => window.payloadBytesPerSec !== null)
  const payload = sum((window) => ((window.payloadBytesPerSec ?? 0) * window.durationMs) / 1000)
  return {
    records: Math.round(records),
    durationMs,
    recordsPerSec: (records * 1000) / durationMs,
    payloadBytesPerSec: hasPayload ? (payload * 1000) / durationMs : null,
  }
}

/** Adds windows to a part. If there are more than `maxImportedWindows`, none is added, and a note says so. */
export function keepWindows(part: ImportedClient, windows: readonly ImportedWindow[]): ImportedClient {
  if (windows.length <= maxImportedWindows) return { ...part, windows: [...windows] }
  const note = `Its ${windows.length} lines of progress were left out, because at most ${maxImportedWindows} are kept.`
  return { ...part, notes: [...part.notes, note] }
}
