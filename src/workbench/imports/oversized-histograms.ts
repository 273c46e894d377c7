/**
 * Finds histograms of a run file that unpack to more than any real one.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { longestHistogramBytes } from '../../contracts/encoded-histogram.ts'
import { formatPath } from '../../contracts/parse.ts'
import { readHistogramCounts } from '../../measurement/histogram-counts.ts'

/** Names of the fields that hold a histogram. */
const histogramField = /histogram$/i

/** At most this many problems are listed. */
const mostProblems = 20

/** A problem for each histogram of a parsed run that unpacks to more than a real one can; at most twenty. */
export function oversizedHistograms(value: unknown, path: readonly PropertyKey[] = []): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  const problems: Problem[] = []
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (typeof inner !== 'string') problems.push(...oversizedHistograms(inner, at))
    else if (histogramField.test(key) && readHistogramCounts(inner) === 'too-large') problems.push(problemAt(at))
    if (problems.length >= mostProblems) break
  }
  return problems.slice(0, mostProblems)
}

function problemAt(path: readonly PropertyKey[]): Problem {
  const message = `expected a latency histogram that unpacks to up to ${longestHistogramBytes} bytes`
  return { place: formatPath(path), message }
}
