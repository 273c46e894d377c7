/**
 * The parts of a regular expression, as a tree.
 */

/** A part. `body` parts are tried in turn, `options` instead of each other. */
export type Part =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'sequence'; readonly body: readonly Part[] }
  | { readonly kind: 'choice'; readonly options: readonly Part[] }
  | { readonly kind: 'group'; readonly body: Part; readonly index: number; readonly name: string | null }
  | { readonly kind: 'look'; readonly body: Part; readonly isAhead: boolean; readonly isNegative: boolean }
  | { readonly kind: 'same'; readonly of: string }
  | {
      readonly kind: 'repeat'
      readonly body: Part
      readonly least: number
      readonly most: number
      readonly isLazy: boolean
    }

const quantifier = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)/
/** One escape, which may be several characters long. */
const escaped = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])/

/** @throws Error if a form is used that this reader does not know */
export function parsePattern(source: string): Part {
  let at = 0
  let groups = 0
  const rest = () => source.slice(at)

  function choice(): Part {
    const options = [sequence()]
    while (source[at] === '|') {
      at += 1
      options.push(sequence())
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options }
  }

  function sequence(): Part {
    const body: Part[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') body.push(repeated(single()))
    return { kind: 'sequence', body }
  }

  function repeated(body: Part): Part {
    const match = quantifier.exec(rest())
    if (match === null) return body
    at += match[0].length
    const [sign] = match[0]
    const least = sign === '+' ? 1 : Number(match[1] ?? 0)
    const most = sign === '?' ? 1 : match[1] === undefined || match[3] === '' ? Infinity : Number(match[3] ?? match[1])
    return { kind: 'repeat', body, least, most, isLazy: match[4] === '?' }
  }

  function single(): Part {
    const [first] = rest()
    if (first === '(') return group()
    if (first === '^' || first === '$') return take(1, 'edge')
    if (first === '[') return take(classLength(rest()), 'character')
    if (first !== '\\') return take(String.fromCodePoint(source.codePointAt(at) ?? 0).length, 'character')
    const named = /^\\(?:k<(\w+)>|([1-9]\d*))/.exec(rest())
    if (named !== null) {
      at += named[0].length
      return { kind: 'same', of: named[1] ?? named[2] ?? '' }
    }
    return take(escaped.exec(rest())?.[0].length ?? 1, /^\\[bB]/.test(rest()) ? 'edge' : 'character')
  }

  function take(length: number, kind: 'character' | 'edge'): Part {
    const part = { kind, source: source.slice(at, at + length) }
    at += length
    return part
  }

  function group(): Part {
    const opening = /^\((?:\?(?::|<?[=!]|<(\w+)>))?/.exec(rest())
    if (opening === null || /^\(\?[a-z-]/.test(rest())) throw new Error(`unknown group in ${source} at ${at}`)
    at += opening[0].length
    const isCaptured = opening[0] === '(' || opening[1] !== undefined
    if (isCaptured) groups += 1
    const index = isCaptured ? groups : 0
    const body = choice()
    if (source[at] !== ')') throw new Error(`no end of a group in ${source}`)
    at += 1
    const look = /^\(\?(<?)([=!])$/.exec(opening[0])
    if (look !== null) return { kind: 'look', body, isAhead: look[1] === '', isNegative: look[2] === '!' }
    return { kind: 'group', body, index, name: opening[1] ?? null }
  }

  const tree = choice()
  if (at < source.length) throw new Error(`unknown form in ${source} at ${at}`)
  return tree
}

/** Length of the class of characters that a text begins with. */
function classLength(text: string): number {
  let at = 1
  while (at < text.length && text[at] !== ']') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
