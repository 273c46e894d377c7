/**
 * Counts the steps that a backtracking engine takes for a pattern, and how they grow with the length of a text. Steps are the same on
 * every machine, unlike time.
 */
import { type Part, parsePattern } from './pattern-tree.ts'

/** Goes on with the rest of the pattern from a place of the text. */
type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean

/** More than any pattern of linear time takes here. */
const mostSteps = 500_000

class TooManySteps extends Error {}

/** @returns the steps of a search through the text, or Infinity if they are more than `mostSteps` */
export function stepsOf({ source, flags }: RegExp, text: string): number {
  let steps = 0
  const groups = new Map<string, string>()
  const characterFlags = flags.replace(/[gy]/g, '')

  function compile(part: Part, isForward: boolean): Matcher {
    if (part.kind === 'character') {
      const one = new RegExp(`^(?:${part.source})$`, characterFlags)
      const known = new Map<string, boolean>()
      const isOne = (character: string) => {
        const found = known.get(character) ?? one.test(character)
        known.set(character, found)
        return found
      }
      return (at, next) => {
        steps += 1
        if (steps > mostSteps) throw new TooManySteps()
        const index = isForward ? at : at - 1
        const character = text[index]
        return character !== undefined && isOne(character) && next(isForward ? at + 1 : at - 1)
      }
    }
    if (part.kind === 'edge') {
      const edge = new RegExp(part.source, `${characterFlags}y`)
      return (at, next) => {
        steps += 1
        edge.lastIndex = at
        return edge.test(text) && next(at)
      }
    }
    if (part.kind === 'sequence') {
      const body = part.body.map((each) => compile(each, isForward))
      if (!isForward) body.reverse()
      return body.reduceRight<Matcher>(
        (rest, first) => (at, next) => first(at, (then) => rest(then, next)),
        (at, next) => next(at),
      )
    }
    if (part.kind === 'choice') {
      const options = part.options.map((each) => compile(each, isForward))
      return (at, next) => options.some((option) => option(at, next))
    }
    if (part.kind === 'group') {
      const body = compile(part.body, isForward)
      const keys = [String(part.index), ...(part.name === null ? [] : [part.name])]
      return (at, next) =>
        body(at, (then) => {
          for (const key of keys) groups.set(key, text.slice(Math.min(at, then), Math.max(at, then)))
          return next(then)
        })
    }
    if (part.kind === 'look') {
      const body = compile(part.body, part.isAhead)
      return (at, next) => body(at, () => true) !== part.isNegative && next(at)
    }
    if (part.kind === 'same') {
      return (at, next) => {
        steps += 1
        const wanted = groups.get(part.of) ?? ''
        return text.startsWith(wanted, at) && next(at + wanted.length)
      }
    }
    return repeat(compile(part.body, isForward), part)
  }

  function repeat(body: Matcher, { least, most, isLazy }: Part & { kind: 'repeat' }): Matcher {
    const from = (count: number, at: number, next: Next): boolean => {
      const again = () =>
        count < most && body(at, (then) => (then !== at || count < least) && from(count + 1, then, next))
      if (count < least) return again()
      return isLazy ? next(at) || again() : again() || next(at)
    }
    return (at, next) => from(0, at, next)
  }

  const matcher = compile(parsePattern(source), true)
  try {
    for (let at = 0; at <= text.length; ) {
      let end = -1
      const isFound = matcher(at, (then) => {
        end = then
        return true
      })
      if (isFound ? !flags.includes('g') : flags.includes('y')) break
      at = isFound ? Math.max(end, at + 1) : at + 1
    }
  } catch (error) {
    if (error instanceof TooManySteps) return Infinity
    throw error
  }
  return steps
}

/** Characters that stand for those that classes have. */
const known = [...' \t\na0Z.-_/:"\',=([{\\%<>@#*+é\u0001']

/** A text that the part matches, if its parts are taken alone. */
function sampleOf(part: Part, flags: string): string {
  if (part.kind === 'character')
    return known.find((each) => new RegExp(`^(?:${part.source})$`, flags).test(each)) ?? literal(part.source)
  if (part.kind === 'sequence') return part.body.map((each) => sampleOf(each, flags)).join('')
  if (part.kind === 'choice') return part.options[0] === undefined ? '' : sampleOf(part.options[0], flags)
  if (part.kind === 'group') return sampleOf(part.body, flags)
  if (part.kind === 'repeat') return sampleOf(part.body, flags).repeat(Math.max(1, part.least))
  return ''
}

function literal(source: string): string {
  return source.startsWith('[') ? (source[1] ?? '') : source.replace(/^\\/, '')
}

/** A repetition without a bound, and a text that matches what is before it. */
interface Loop {
  readonly before: string
  readonly body: Part
}

/** Bounds from here on are as good as none. */
const mostBound = 1_000

function loopsOf(part: Part, flags: string, before = ''): Loop[] {
  if (part.kind === 'sequence') {
    let prefix = before
    return part.body.flatMap((each) => {
      const loops = loopsOf(each, flags, prefix)
      prefix += sampleOf(each, flags)
      return loops
    })
  }
  if (part.kind === 'choice') return part.options.flatMap((each) => loopsOf(each, flags, before))
  if (part.kind === 'group' || part.kind === 'look') return loopsOf(part.body, flags, before)
  if (part.kind !== 'repeat') return []
  const inner = loopsOf(part.body, flags, before)
  return part.most > mostBound ? [{ before, body: part.body }, ...inner] : inner
}

function largestBound(part: Part): number {
  if (part.kind === 'sequence') return Math.max(0, ...part.body.map(largestBound))
  if (part.kind === 'choice') return Math.max(0, ...part.options.map(largestBound))
  if (part.kind === 'group' || part.kind === 'look') return largestBound(part.body)
  if (part.kind !== 'repeat') return 0
  return Math.max(part.most > mostBound ? 0 : part.most, largestBound(part.body))
}

function charactersOf(part: Part): string[] {
  if (part.kind === 'character') return [part.source]
  if (part.kind === 'sequence') return part.body.flatMap(charactersOf)
  if (part.kind === 'choice') return part.options.flatMap(charactersOf)
  return part.kind === 'group' || part.kind === 'look' || part.kind === 'repeat' ? charactersOf(part.body) : []
}

/** A text for which a pattern takes far more steps than the text is long. */
export interface SlowText {
  /** 2: the steps grow with the square of the length. Infinity: there are too many to count. */
  readonly exponent: number
  readonly text: string
}

/** Between 1, the length itself, and 2, its square. */
const mostExponent = 1.5

/**
 * Tries texts that repeat what a loop of the pattern matches, behind what leads to the loop, and with an end that matches nothing.
 * Texts with two repeated parts are not tried.
 * @returns null if the steps grow with the length
 */
export function slowTextOf(pattern: RegExp): SlowText | null {
  const tree = parsePattern(pattern.source)
  const flags = pattern.flags.replace(/[gy]/g, '')
  const loops = loopsOf(tree, flags)
  const sources = [...new Set(loops.flatMap(({ body }) => charactersOf(body)))]
  const accepted = known.filter((each) => sources.some((source) => new RegExp(`^(?:${source})$`, flags).test(each)))
  const parts = loops.map(({ body }) => sampleOf(body, flags)).concat(loops.length === 0 ? [] : sampleOf(tree, flags))
  const pumps = new Set([...accepted, ...parts].filter((pump) => pump !== ''))
  const prefixes = new Set(['', ...loops.map(({ before }) => before)])
  // Longer than bounded repetitions, which would look like those without a bound.
  const length = Math.max(64, 2 * largestBound(tree))
  for (const pump of pumps) {
    for (const prefix of prefixes) {
      const textOf = (times: number) =>
        `${prefix}${pump.repeat(Math.max(8, Math.ceil(length / pump.length)) * times)}\u0001`
      const exponent = Math.log2(stepsOf(pattern, textOf(2)) / stepsOf(pattern, textOf(1)))
      if (!(exponent <= mostExponent)) return { exponent, text: JSON.stringify(`${prefix}${pump}…`) }
    }
  }
  return null
}
