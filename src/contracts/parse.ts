/**
 * Checks data from outside against a schema and reports all problems at once, each with its place.
 */
import type { z } from 'zod'
import { counted, formatCount } from '../units/count.ts'
import { lowerFirst } from '../units/first-letter.ts'
import { nearNames } from '../units/near-names.ts'
import { notModelledText } from './absent-fields.ts'
import { AppError, type ErrorCode, type Problem } from './app-error.ts'
import { plainMessage } from './plain-message.ts'
import { missingFields } from './schema-fields.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Any schema, for code that passes a schema on and does not import the schema library. */
export type Schema = z.ZodType
/** The type of the values that a schema returns. */
export type Parsed<S extends Schema> = z.output<S>

/** True for a schema, for code that finds the schema of a field by its path. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'safeParse' in value
}

/** Names of fields are quoted up to this length, because those of an untrusted file may have millions of characters. */
const maxQuotedName = 200

/** Maximum number of unknown fields with suggested spellings. A hostile file may have millions; few problems are shown. */
const maxSuggestions = 50

/** If more fields are left out of an object, they are not listed, because such a message is not read. */
const maxListedFields = 20

function quotedName(name: string): string {
  return name.length <= maxQuotedName ? name : `${name.slice(0, maxQuotedName)}…`
}

/** Writes a path of the schema library as text: `workload.topics[0].partitions`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = ''
  for (const step of path) {
    const name = quotedName(String(step))
    text += typeof step === 'number' ? `[${step}]` : text === '' ? name : `.${name}`
  }
  return text
}

/** A parsed value, or all problems of the value. */
export type Checked<S extends Schema> =
  | { readonly ok: true; readonly value: Parsed<S> }
  | { readonly ok: false; readonly problems: Problem[] }

/** Checks a value against a schema. */
export function check<S extends Schema>(schema: S, value: unknown): Checked<S> {
  return checkedWith(schema, value, true)
}

/**
 * Checks a value in which a name or a value at a wrong place may be a secret. No message repeats one; the place of an
 * unknown field still has its name.
 */
export function checkSecretly<S extends Schema>(schema: S, value: unknown): Checked<S> {
  return checkedWith(schema, value, false)
}

function checkedWith<S extends Schema>(schema: S, value: unknown, repeatsInput: boolean): Checked<S> {
  const parsed = schema.safeParse(value, { error: plainMessage })
  if (parsed.success) return { ok: true, value: parsed.data }
  const describe = (issue: z.core.$ZodIssue) => describeIssue(issue, { root: value, schema, repeatsInput })
  return { ok: false, problems: parsed.error.issues.flatMap(describe) }
}

/** How to report an invalid value. */
type InvalidValue = {
  readonly code: ErrorCode
  /** Subject of the error message, e.g. "The scenario examples/first.headroom.json". */
  readonly what: string
  readonly remedy: string
}

/** Checks a value against a schema and returns the parsed value. @throws AppError with `code` and all problems */
export function parseOrThrow<S extends z.ZodType>(schema: S, value: unknown, invalid: InvalidValue): z.output<S> {
  const outcome = check(schema, value)
  if (outcome.ok) return outcome.value
  throw problemsError(outcome.problems, invalid)
}

/** Builds the error for a list of problems. */
export function problemsError(problems: readonly Problem[], { code, what, remedy }: InvalidValue): AppError {
  const count = counted(problems.length, 'problem')
  return new AppError(code, `${what} has ${count}.`, { problems, remedy })
}

type CheckedInput = { readonly root: unknown; readonly schema: Schema; readonly repeatsInput: boolean }

function describeIssue(issue: z.core.$ZodIssue, { root, schema, repeatsInput }: CheckedInput): Problem[] {
  const place = formatPath(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = missingFields(schema, root, issue.path)
    return issue.keys.map((key, index) => ({
      place: formatPath([...issue.path, key]),
      message: `${repeatsInput ? `unknown field "${quotedName(key)}"` : 'no such field'}; ${insteadOf(key, index < maxSuggestions ? known : [], index === 0)}`,
    }))
  }
  if (!repeatsInput) return [{ place, message: lowerFirst(issue.message) }]
  return [{ place, message: `${lowerFirst(issue.message)} (found ${foundText(issue, valueAt(root, issue.path))})` }]
}

/** What was found: the number of items if a list has too many, else the beginning of the value as JSON. */
function foundText({ code }: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value) && code === 'too_big') return formatCount(value.length)
  return shorten(withoutSecrets(shownValue(value)))
}

/**
 * What to do about an unknown field. If no name is close to its own, the fields that the object leaves out are listed, once
 * an object.
 */
function insteadOf(key: string, known: readonly string[], isFirst: boolean): string {
  const notModelled = notModelledText(key)
  if (notModelled !== null) return notModelled
  const near = nearNames(key, known).map((name) => `"${name}"`)
  if (near.length > 0) return `did you mean ${near.join(' or ')}?`
  if (!isFirst || known.length === 0 || known.length > maxListedFields) return 'remove it or correct its spelling'
  return `remove it, or use a field that is left out here: ${known.join(', ')}`
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

/** A value as JSON, of which only the beginning is needed. */
function shownValue(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 2_000)
  } catch {
    // The value refers to itself, or is nested more deeply than the stack allows.
    return 'a value that has no JSON'
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
