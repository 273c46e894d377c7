/**
 * Parses the text formats of Prometheus (0.0.4) and OpenMetrics (1.0.0), with one sample per line.
 */

/** One sample. */
export interface MetricSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  /** Null if the line has no timestamp. */
  readonly atEpochMs: number | null
  /** Counted from 1. */
  readonly line: number
}

/** A line that is not a sample, and what was expected. */
export interface MetricLineProblem {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

/** The samples of a text, and the lines that could not be parsed. */
export interface MetricText {
  readonly samples: readonly MetricSample[]
  readonly problems: readonly MetricLineProblem[]
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+(-?[\d.eE+]+))?(?:\s+#.*)?$/
const labelPattern = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)/gy

/** Larger timestamps are in milliseconds: in seconds, this one would be in the year 5138. */
const latestSeconds = 1e11

/** Reads the samples. Comments, types and the end mark are skipped. */
export function parseMetricText(text: string): MetricText {
  const samples: MetricSample[] = []
  const problems: MetricLineProblem[] = []
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const sample = sampleOf(line, index + 1)
    if (typeof sample === 'string') problems.push({ line: index + 1, message: sample })
    else samples.push(sample)
  }
  return { samples, problems }
}

function sampleOf(line: string, number: number): MetricSample | string {
  const [, name, labelText = '', valueText = '', time] = sampleLine.exec(line) ?? []
  if (name === undefined) return `expected NAME{LABEL="VALUE"} NUMBER, found ${excerpt(line)}`
  const labels = labelsOf(labelText)
  if (labels === null) return `expected labels like topic="orders", found ${excerpt(labelText)}`
  const value = numberOf(valueText)
  // NaN and infinities are valid in this format. They mean that nothing was measured.
  if (Number.isNaN(value) && valueText !== 'NaN') return `expected a number, found ${excerpt(valueText)}`
  const at = time === undefined ? null : Number(time)
  if (at !== null && !Number.isFinite(at)) return `expected a time, found ${excerpt(time ?? '')}`
  return { name, labels, value, atEpochMs: at === null ? null : epochMsOf(at), line: number }
}

function numberOf(text: string): number {
  if (/^[+-]?inf(?:inity)?$/i.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return Number(text)
}

/**
 * Converts a timestamp to ms. Prometheus writes milliseconds and OpenMetrics seconds, but exports mix them up, so the
 * size of the number decides.
 */
function epochMsOf(time: number): number {
  return time > latestSeconds ? time : time * 1000
}

function labelsOf(text: string): Record<string, string> | null {
  const labels: Record<string, string> = {}
  labelPattern.lastIndex = 0
  let end = 0
  for (let match = labelPattern.exec(text); match !== null && match[0] !== ''; match = labelPattern.exec(text)) {
    labels[match[1] ?? ''] = (match[2] ?? '').replace(/\\(.)/g, (_, character: string) =>
      character === 'n' ? '\n' : character,
    )
    end = labelPattern.lastIndex
  }
  return text.slice(end).trim() === '' ? labels : null
}

function excerpt(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`
}
