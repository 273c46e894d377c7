/**
 * Finds histograms of a run file that decompress to more bytes than a real histogram can have.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { maxHistogramBytes } from '../../contracts/encoded-histogram.ts'
import { formatPath } from '../../contracts/parse.ts'
import { readHistogramCounts } from '../../measurement/histogram-counts.ts'

/** Matches names of fields that contain a histogram. */
const histogramField = /histogram$/i

/** Maximum number of problems that are listed. */
const maxProblems = 20

/** Returns a problem for each histogram of a parsed run that is too large when decompressed, at most 20. */
export function oversizedHistograms(value: unknown, path: readonly PropertyKey[] = []): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  const problems: Problem[] = []
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (typeof inner !== 'string') problems.push(...oversizedHistograms(inner, at))
    else if (histogramField.test(key) && readHistogramCounts(inner) === 'too-large') problems.push(problemAt(at))
    if (problems.length >= maxProblems) break
  }
  return problems.slice(0, maxProblems)
}

function problemAt(path: readonly PropertyKey[]): Problem {
  const message = `expected a latency histogram that unpacks to up to ${maxHistogramBytes} bytes`
  return { place: formatPath(path), message }
}
