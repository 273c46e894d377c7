/**
 * Sets one field of a scenario from a path and a typed text, as for the option `--set`.
 */
import { notModelledText } from '../contracts/absent-fields.ts'
import { AppError, type Problem } from '../contracts/app-error.ts'
import { scenario } from '../contracts/scenario.ts'
import { shapeOf } from '../contracts/schema-fields.ts'
import { parseByteRate } from '../units/byte-rate.ts'
import { parseBytes } from '../units/bytes.ts'
import { parseCount } from '../units/count.ts'
import { parseDuration } from '../units/duration.ts'
import { upperFirst } from '../units/first-letter.ts'
import { nearNames } from '../units/near-names.ts'
import { isDottedThousands } from '../units/number-text.ts'
import { parseCompressionRatio, parseRatio } from '../units/ratio.ts'
import { quoted, type Reading, read, unread } from '../units/reading.ts'
import { parseRecordRate } from '../units/record-rate.ts'
import { countWordsAt } from './count-nouns.ts'
import { valueOfKafkaAlias, withScenarioNames } from './kafka-names.ts'
import { readRelativeValue } from './relative-value.ts'

/** The schema of a whole scenario, and below it that of a field. */
const scenarioSchema: unknown = scenario

/**
 * A scenario's JSON with one field set: `workload.topics.0.partitions` to `10`, or to "3k".
 *
 * A field may have Kafka's name ("linger.ms"). A text is read by the unit in the field's name ("60k/s" for ...PerSec,
 * "1.5 GB/s" for ...BytesPerSec, "16 KiB" for ...Bytes, "10 ms" for ...Ms, "40 %" for ...Ratio and ...Share), otherwise
 * as JSON, otherwise it stays text. The value is not validated here: check the result with the schema, and word the
 * problems with `inWordsOfUnits`.
 * @throws AppError SCENARIO_INVALID if the path does not exist, naming similar ones.
 */
export function setScenarioField(scenarioJson: unknown, path: string, value: unknown): unknown {
  const steps = stepsOf(path)
  if (steps.length === 0) throw unknownPath(path, 'Name a field, like workload.topics.0.partitions.')
  return setAt({ value: scenarioJson, schema: scenarioSchema }, steps, 0, { path, value })
}

/**
 * Reads a text as the value of the field at a path: 60000 for "60k/s" at a rate. No scenario has to have the field.
 * `schema` is that of the field alone, without rules that link fields.
 * @throws AppError SCENARIO_INVALID if no scenario can have such a field.
 */
export function readFieldText(path: string, text: string): { readonly value: unknown; readonly schema: unknown } {
  const steps = stepsOf(path)
  let schema = scenarioSchema
  for (const [depth, step] of steps.entries()) {
    const shape = shapeOf(schema)
    if (shape.kind === 'object' && Object.hasOwn(shape.fields, step)) schema = shape.fields[step]
    else if (shape.kind === 'array' && /^\d+$/.test(step)) schema = shape.element
    else if (shape.kind === 'object') throw unknownPath(path, namesInstead(shape.fields, steps, depth))
    else throw unknownPath(path, 'Name a field, like workload.topics.0.partitions.')
  }
  const shape = shapeOf(schema)
  return { value: valueOfField(shape, steps, text), schema }
}

/** The steps of a path: "topics[0].name" and "topics.0.name" are the same, and so are "lingerMs" and "linger.ms". */
export function stepsOf(path: string): string[] {
  return withScenarioNames(path)
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
}

type Place = { readonly value: unknown; readonly schema: unknown }
type Change = { readonly path: string; readonly value: unknown }

function setAt(place: Place, steps: readonly string[], depth: number, change: Change): unknown {
  const step = steps[depth]
  const shape = shapeOf(place.schema)
  if (step === undefined) return valueOfField(shape, steps, change.value)
  const here = steps.slice(0, depth).join('.')
  if (shape.kind === 'array') return setInArray(place.value, shape.element, { steps, depth, change, here })
  if (shape.kind === 'object') {
    if (!Object.hasOwn(shape.fields, step)) {
      throw unknownPath(change.path, namesInstead(shape.fields, steps, depth))
    }
    const value = asRecord(place.value)
    if (depth === steps.length - 1 && typeof change.value === 'string') {
      const relative = readRelativeValue(step, change.value, value)
      if (relative?.ok) return { ...value, [step]: relative.value }
    }
    const child = { value: value[step], schema: shape.fields[step] }
    return { ...value, [step]: setAt(child, steps, depth + 1, change) }
  }
  throw unknownPath(change.path, `${here} is a single value: nothing is below it.`)
}

/** Suggests fields for the unknown step at a depth: those with similar names, otherwise all. */
function namesInstead(fields: Readonly<Record<string, unknown>>, steps: readonly string[], depth: number): string {
  const notModelled = notModelledText(steps[depth] ?? '')
  if (notModelled !== null) return `${upperFirst(notModelled)}.`
  const known = Object.keys(fields)
  const near = nearNames(steps[depth] ?? '', known)
  const here = steps.slice(0, depth).join('.')
  const inPart = near.length === 0 && depth === 0 ? partsWithField(fields, steps[0] ?? '') : []
  const [part] = inPart
  if (part !== undefined) return `Did you mean ${[part, ...steps].join('.')}?`
  return `Did you mean ${(near.length > 0 ? near : known).map((name) => join(here, name)).join(' or ')}?`
}

/** The parts of a scenario that have such a field: `workload` for "topics". */
function partsWithField(fields: Readonly<Record<string, unknown>>, name: string): string[] {
  return Object.keys(fields).filter((part) => {
    const shape = shapeOf(fields[part])
    return shape.kind === 'object' && Object.hasOwn(shape.fields, name)
  })
}

function setInArray(
  value: unknown,
  element: unknown,
  at: { steps: readonly string[]; depth: number; change: Change; here: string },
): unknown {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const step = at.steps[at.depth] ?? ''
  const index = Number(step)
  if (!/^\d+$/.test(step) || index >= items.length) {
    const known = items.length === 0 ? 'it is empty' : `it has ${items.length}, numbered from 0`
    throw unknownPath(at.change.path, `${at.here} is a list: ${known}.`)
  }
  const child = { value: items[index], schema: element }
  return items.map((item, position) => (position === index ? setAt(child, at.steps, at.depth + 1, at.change) : item))
}

/**
 * Rewords a schema's problems with a changed scenario: a text that could not be read as a quantity gets the message of
 * its unit ("60.000/s" can mean thousands or decimals) instead of the schema's.
 */
export function inWordsOfUnits(problems: readonly Problem[], changes: readonly Change[]): Problem[] {
  const unreadTexts = changes.flatMap(({ path, value }) => {
    const steps = stepsOf(path)
    const message = typeof value === 'string' ? unreadText(steps.at(-1) ?? '', value) : null
    return message === null ? [] : [{ path: steps.join('.'), message }]
  })
  return problems.map((problem) => {
    const place = stepsOf(problem.place).join('.')
    const message = unreadTexts.findLast(({ path }) => path === place)?.message ?? problem.message
    return { ...problem, message }
  })
}

/** What was given for the field at these steps, as the value of the field. */
function valueOfField(shape: ReturnType<typeof shapeOf>, steps: readonly string[], given: unknown): unknown {
  const field = steps.at(-1) ?? ''
  const isWord = shape.kind === 'value' && shape.isText
  if (isWord && typeof given === 'string') return valueOfKafkaAlias(field, given) ?? given
  return isWord ? given : readValue(steps, given)
}

/** A typed text as the value of a field, by the unit in the field's name, or by what the field counts. */
function readValue(steps: readonly string[], value: unknown): unknown {
  if (typeof value !== 'string') return value
  const reading = readerOf(steps.at(-1) ?? '')?.(value)
  if (reading?.ok) return reading.value
  const json = jsonOf(value)
  if (json !== undefined && !isAmbiguous(value, json, reading !== undefined)) return json
  const count = parseCount(value, countWordsAt(patternOf(steps)))
  return count.ok ? count.value : value
}

/** "workload.topics[].partitions" for the steps of a path. */
function patternOf(steps: readonly string[]): string {
  return steps
    .map((step) => (/^\d+$/.test(step) ? '[]' : step))
    .join('.')
    .replaceAll('.[]', '[]')
}

/** Why a text cannot be read by the field's unit; null if it can, or the field has none. */
function unreadText(field: string, text: string): string | null {
  if (field === 'retentionMs' && /^(-1|unlimited|infinite)$/i.test(text.trim())) return unlimitedRetention
  const relative = readRelativeValue(field, text, null)
  const reading = relative ?? readerOf(field)?.(text) ?? (isDottedThousands(text) ? parseCount(text) : null)
  if (field === 'compressionRatio' && reading?.ok && reading.value > 1) {
    return `expected at most 1, compressed bytes / uncompressed bytes; write ${reading.value}:1 if compression divides the bytes by it`
  }
  return reading === null || reading.ok ? null : reading.problem.replace(/\.$/, '')
}

const unlimitedRetention =
  'unlimited retention needs unlimited disks; give the time for which the disks have to hold data, or leave the field out'

/** True for "60.000" as a quantity, and "1.000" as anything: JSON reads a thousandth of what many users mean. */
function isAmbiguous(text: string, json: unknown, isQuantity: boolean): boolean {
  return typeof json === 'number' && isDottedThousands(text) && (isQuantity || Number.isInteger(json))
}

/** A text parsed as JSON; undefined if it is not JSON, or a number that is too large. */
function jsonOf(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'number' && !Number.isFinite(parsed) ? undefined : parsed
  } catch {
    return undefined
  }
}

function readerOf(field: string): ((text: string) => Reading) | null {
  if (field.endsWith('BytesPerSec')) return parseByteRate
  if (field.endsWith('PerSec')) return parseRecordRate
  if (field.endsWith('Bytes')) return parseBytes
  if (field.endsWith('Ms')) return parseMilliseconds
  if (field === 'compressionRatio') return parseCompressionRatio
  return field.endsWith('Ratio') || field.endsWith('Share') ? parseRatio : null
}

/** A duration; a number alone is milliseconds, as the field's name says. */
function parseMilliseconds(text: string): Reading {
  if (!/^[\d.]+$/.test(text.trim())) return parseDuration(text)
  if (isDottedThousands(text)) {
    return unread(`${quoted(text)} can mean thousands or decimals; write it with its unit, like 1,500 ms or 1.5 ms.`)
  }
  const value = Number(text)
  return Number.isFinite(value) ? read(value) : parseDuration(text)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function join(here: string, name: string): string {
  return here === '' ? name : `${here}.${name}`
}

function unknownPath(path: string, remedy: string): AppError {
  return new AppError('SCENARIO_INVALID', `A scenario has no field "${path}".`, {
    remedy,
    problems: [{ place: path, message: remedy }],
  })
}
