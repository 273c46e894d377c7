/**
 * An answer of `--json` as lines: one a key path, with the values of all elements of its arrays beside each other.
 *
 * What programs match is kept: keys, types, enum values, numbers to 12 digits. Sentences and names are kept as `text`.
 */
import { createHash } from 'node:crypto'

/** Fields whose strings are for people, whatever they hold. */
const proseFields = new Set([
  ...['text', 'formula', 'message', 'remedy', 'remark', 'notes', 'title', 'label', 'heading', 'caseHeading'],
  ...['name', 'vendor', 'unitName', 'singular', 'plural', 'bindingText', 'value'],
])

/** Fields whose strings are ids, enum values or units although they may hold spaces; others with spaces are for people. */
const exactFields = new Set(['id', 'marks', 'unit'])

/** A moment that is different in every run of a test. */
const volatileField = 'createdAtEpochMs'

/** The id of a run, which begins with the time at which it was made. */
const runId = /\d{8}-\d{6}-[a-z0-9]{4}/g

/** A longer line is cut, and told apart by its checksum. */
const longestLine = 240

const shownOfLongLine = 120

/** The value of a key that an element does not have. */
const absent = Symbol('absent')

/** An answer as sorted lines, `achievable.recordsPerSec.low: 48000`. */
export function answerLines(answer: unknown): string[] {
  const lines: string[] = []
  addLines(lines, { path: '', field: '' }, [answer])
  return lines
}

type Place = { readonly path: string; readonly field: string }

/** Adds the lines of the values that stand at one place, an element of the arrays around them each. */
function addLines(lines: string[], place: Place, values: readonly unknown[]): void {
  const texts = values.map((value) => valueText(place, value))
  const objects = values.filter(isObject)
  const arrays = values.filter(Array.isArray)
  if (objects.length < values.length) lines.push(shortened(`${place.path}: ${runLengths(texts)}`))
  const keys = new Set(objects.flatMap((each) => Object.keys(each)))
  for (const key of [...keys].sort()) {
    const name = key.replaceAll(runId, 'RUN')
    const path = place.path === '' ? name : `${place.path}.${name}`
    addLines(
      lines,
      { path, field: key },
      objects.map((each) => (key in each ? each[key] : absent)),
    )
  }
  const elements = arrays.flat(1)
  if (elements.length > 0) addLines(lines, { ...place, path: `${place.path}[]` }, elements)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueText({ field }: Place, value: unknown): string {
  if (value === absent) return '-'
  if (Array.isArray(value)) return `[${value.length}]`
  if (isObject(value)) return '{}'
  if (field === volatileField && value !== null) return typeof value
  if (typeof value === 'number') return String(Number(value.toPrecision(12)))
  if (typeof value !== 'string') return String(value)
  return isProse(field, value) ? 'text' : JSON.stringify(value.replaceAll(runId, 'RUN'))
}

function isProse(field: string, value: string): boolean {
  return proseFields.has(field) || (/\s/.test(value) && !exactFields.has(field))
}

/** `0, 0, 0, 1` as `0 x3, 1`. */
function runLengths(texts: readonly string[]): string {
  const runs: { text: string; count: number }[] = []
  for (const text of texts) {
    const last = runs.at(-1)
    if (last?.text === text) last.count++
    else runs.push({ text, count: 1 })
  }
  return runs.map(({ text, count }) => (count === 1 ? text : `${text} x${count}`)).join(', ')
}

function shortened(line: string): string {
  if (line.length <= longestLine) return line
  const sum = createHash('sha256').update(line).digest('hex').slice(0, 16)
  return `${line.slice(0, shownOfLongLine)}… sha256 ${sum}`
}
