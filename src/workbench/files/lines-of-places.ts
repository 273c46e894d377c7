/**
 * Finds the line of each value in a JSON text, so that the problem of a field can be reported with its line.
 */
import { formatPath } from '../../contracts/parse.ts'

/** An object or list that is not closed yet. */
interface OpenContainer {
  readonly isList: boolean
  /** Name or index of the current entry: one segment of its path. */
  key: string | number
  /** True if the next string is the name of a field and not a value. */
  isNameNext: boolean
}

/** Line (from 1) of each place in a JSON text, keyed like `limitSets[0].limits[2].value`; '' is the whole text. */
export function linesOfPlaces(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const open: OpenContainer[] = []
  let [line, previousIndex] = [1, 0]
  for (const { token, index } of tokensOf(text)) {
    line += text.slice(previousIndex, index).split('\n').length - 1
    previousIndex = index
    const container = open.at(-1)
    if (token === '}' || token === ']') open.pop()
    else if (token === ',') moveToNextEntry(container)
    else if (container?.isNameNext === true && token !== ':') {
      container.key = JSON.parse(token)
      container.isNameNext = false
      lines.set(placeOf(open), line)
    } else if (token !== ':') {
      const place = placeOf(open)
      if (!lines.has(place)) lines.set(place, line)
      if (token === '{') open.push({ isList: false, key: '', isNameNext: true })
      if (token === '[') open.push({ isList: true, key: 0, isNameNext: false })
    }
  }
  return lines
}

/** The tokens of a JSON text: punctuation, texts in double quotes, numbers and literals. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }> {
  const start = /[{}[\],:"]|[^\s{}[\],:"]+/g
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const { index } = match
    if (match[0] === '"') start.lastIndex = endOfQuoted(text, index)
    yield { token: text.slice(index, start.lastIndex), index }
  }
}

/** The offset behind a text in double quotes. A regular expression runs out of stack on a text of some megabytes. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function moveToNextEntry(container: OpenContainer | undefined): void {
  if (container === undefined) return
  if (typeof container.key === 'number') container.key += 1
  else container.isNameNext = true
}

function placeOf(open: readonly OpenContainer[]): string {
  return formatPath(open.map(({ key }) => key))
}

/** The line of a place, or of the nearest enclosing place that the text has. */
export function lineOfPlace(lines: ReadonlyMap<string, number>, place: string): number {
  for (let enclosing = place; enclosing !== ''; enclosing = enclosing.replace(/(?:^|\.)[^.[\]]+$|\[\d+\]$/, '')) {
    const line = lines.get(enclosing)
    if (line !== undefined) return line
  }
  return lines.get('') ?? 1
}
