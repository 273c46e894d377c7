/**
 * Writes Terraform's configuration language (HCL), aligned like the output of `terraform fmt`.
 */
import { commentLines } from './comment-lines.ts'

/** An expression that is written unescaped, such as `var.region`. It must never contain text from a user. */
class Expression {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HclValue = string | number | boolean | Expression | { readonly [key: string]: string }

/** A block with its labels, or an attribute. */
interface HclBlock {
  readonly type: string
  readonly labels: readonly string[]
  readonly body: HclBody
  readonly comments: readonly string[]
}
type HclAttribute = readonly [name: string, value: HclValue]
/** Attributes and blocks, in the order in which they are written. */
export type HclBody = readonly (HclAttribute | HclBlock)[]

/** A block, with comments above it. */
export function block(
  type: string,
  labels: readonly string[],
  body: HclBody,
  comments: readonly string[] = [],
): HclBlock {
  return { type, labels, body, comments }
}

/** Creates an expression from a text in the source code. */
export function literal(text: string): Expression {
  return new Expression(text)
}

/** Creates a text that ends with the value of an expression in the source code. */
export function template(text: string, expression: string): Expression {
  return new Expression(`${quoted(text).slice(0, -1)}\${${expression}}"`)
}

/** Returns the text of a body, indented by two spaces per level. */
export function hclText(body: HclBody): string {
  return `${linesOf(body).join('\n')}\n`
}

function linesOf(body: HclBody): string[] {
  return body.flatMap((entry, index): string[] => {
    const isBlock = !isAttribute(entry)
    // Blocks are separated by empty lines. Consecutive attributes are aligned.
    const isApart = index > 0 && (isBlock || !isAttribute(body[index - 1]))
    const lines = isBlock ? blockLines(entry) : attributeLines(entry, widthAt(body, index))
    return isApart ? ['', ...lines] : lines
  })
}

function isAttribute(entry: HclBody[number] | undefined): entry is HclAttribute {
  return Array.isArray(entry)
}

function blockLines({ type, labels, body, comments }: HclBlock): string[] {
  const head = [type, ...labels.map(quoted)].join(' ')
  const inner = linesOf(body).map(indented)
  return [...commentLines(comments), ...(inner.length === 0 ? [`${head} {}`] : [`${head} {`, ...inner, '}'])]
}

/**
 * Length of the longest name among the consecutive one-line attributes around an index. `terraform fmt` aligns these.
 */
function widthAt(body: HclBody, index: number): number {
  const isAligned = (at: number) => {
    const entry = body[at]
    return isAttribute(entry) && !isMap(entry[1])
  }
  if (!isAligned(index)) return 0
  let [from, to] = [index, index]
  while (isAligned(from - 1)) from -= 1
  while (isAligned(to + 1)) to += 1
  return Math.max(...body.slice(from, to + 1).map((entry) => (isAttribute(entry) ? entry[0].length : 0)))
}

function isMap(value: HclValue): value is { readonly [key: string]: string } {
  return typeof value === 'object' && !(value instanceof Expression)
}

function attributeLines([name, value]: HclAttribute, width: number): string[] {
  if (!isMap(value)) return [`${name.padEnd(width)} = ${valueText(value)}`]
  const keys = Object.keys(value).map(keyText)
  const longest = Math.max(...keys.map(({ length }) => length))
  return [
    `${name} = {`,
    ...Object.values(value).map((each, index) => indented(`${(keys[index] ?? '').padEnd(longest)} = ${quoted(each)}`)),
    '}',
  ]
}

function valueText(value: Exclude<HclValue, { readonly [key: string]: string }> | Expression): string {
  if (value instanceof Expression) return value.text
  return typeof value === 'string' ? quoted(value) : String(value)
}

function keyText(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : quoted(key)
}

/** Quotes a text for HCL: it is escaped as in JSON, and `${` and `%{`, which would begin an expression, are doubled. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/([$%])\{/g, '$1$1{')
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`
}
