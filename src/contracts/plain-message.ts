/**
 * Words the issues of the schema library in plain English, from their parts.
 */
import type { z } from 'zod'

/**
 * The message of an issue, as a clause without the value that was found. Pass it to `safeParse` as `error`. The messages
 * of schemas themselves have precedence.
 */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kindText(issue.expected)}`
    case 'invalid_value':
      return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(valueText).join(' or ')}`
    case 'too_small':
      return `expected ${boundText(issue, issue.inclusive ? 'at least' : 'more than', issue.minimum)}`
    case 'too_big':
      return `expected ${boundText(issue, issue.inclusive ? 'at most' : 'less than', issue.maximum)}`
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`
    case 'invalid_format':
      return `expected a text in the form of ${issue.format === 'regex' ? issue.pattern : issue.format}`
    case 'invalid_union':
      return unionText(issue)
    default:
      return 'not expected here'
  }
}

const kindTexts: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function kindText(kind: string): string {
  return Object.hasOwn(kindTexts, kind) ? (kindTexts[kind] ?? kind) : kind
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}

/** What a text or a list is counted in. Numbers are not counted. */
const countedUnits: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
}

/** "a number of at least 1", "at most 20 items", "a text that is not empty". */
function boundText(
  { origin, exact }: { readonly origin: string; readonly exact?: boolean | undefined },
  bound: string,
  limit: number | bigint,
): string {
  const unit = Object.hasOwn(countedUnits, origin) ? countedUnits[origin] : undefined
  if (unit === undefined) return `${kindText(origin)} of ${bound} ${limit}`
  if (exact !== true && bound === 'at least' && limit === 1) return `${kindText(origin)} that is not empty`
  return `${exact === true ? 'exactly' : bound} ${limit} ${limit === 1 ? unit[0] : unit[1]}`
}

/** Lists the discriminator's values: "expected embedded or connection". A union without a discriminator has no such list. */
function unionText(issue: object): string {
  const options: unknown = Reflect.get(issue, 'options')
  if (!Array.isArray(options) || options.length === 0) return 'expected another form'
  return `expected ${options.map(String).join(' or ')}`
}
