/**
 * Writes plain values as YAML, for files that users edit and other programs read.
 */

/** A value of JSON. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue }

/** Texts that need no quotes, unless YAML 1.1 reads them as another type (`typedWord`). */
const plainWord = /^[A-Za-z_/][\w./-]*$/
const typedWord = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/**
 * Writes a value in block style with two spaces per level. Texts that need quotes are written as in JSON, which is
 * valid YAML.
 */
export function yamlText(value: PlainValue): string {
  return `${linesOf(value).join('\n')}\n`
}

function linesOf(value: PlainValue): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return ['[]']
    return value.flatMap((item: PlainValue) =>
      linesOf(item).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`),
    )
  }
  if (typeof value !== 'object' || value === null) return [scalar(value)]
  const entries = Object.entries(value)
  if (entries.length === 0) return ['{}']
  return entries.flatMap(([key, inner]) => {
    const lines = linesOf(inner)
    const [first = ''] = lines
    if (!isBlock(inner)) return [`${scalar(key)}: ${first}`]
    return [`${scalar(key)}:`, ...lines.map((line) => `  ${line}`)]
  })
}

function isBlock(value: PlainValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function scalar(value: PlainValue): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return plainWord.test(value) && !typedWord.test(value) ? value : JSON.stringify(value)
}
