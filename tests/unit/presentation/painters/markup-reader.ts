/**
 * Reads markup as strictly as an XML parser would, as far as our own output goes: for tests.
 */

/** An element as it was opened. */
type ReadElement = { readonly name: string; readonly attributes: ReadonlyMap<string, string> }

/** What a document consists of. */
export type ReadMarkup = { readonly elements: readonly ReadElement[]; readonly text: string }

const voidElements = new Set(['meta', '!doctype'])
const tag = /<(\/?)([!a-zA-Z][a-zA-Z0-9-]*)((?:\s+[a-zA-Z0-9:-]+(?:="[^"<]*")?)*)\s*(\/?)>/y
const attribute = /([a-zA-Z0-9:-]+)(?:="([^"<]*)")?/g
const reference = /&(amp|lt|gt|quot|#39);/g
const meanings: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function meaning(text: string): string {
  if (/&(?!(amp|lt|gt|quot|#39);)/.test(text))
    throw new Error(`an ampersand stands for nothing in: ${text.slice(0, 80)}`)
  return text.replace(reference, (_, name: string) => meanings[name] ?? '')
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, meaning(value)]))
}

/** Elements and text of markup. Throws where a tag is not closed, not opened, or not a tag. */
export function readMarkup(painted: string): ReadMarkup {
  // A date that does not wrap, and a place where a path may, are text to a reader.
  const markup = painted.replace(/<span class="date">([^<]*)<\/span>/g, '$1').replaceAll('<wbr>', '')
  const elements: ReadElement[] = []
  const open: string[] = []
  const texts: string[] = []
  let at = 0
  while (at < markup.length) {
    const next = markup.indexOf('<', at)
    const end = next < 0 ? markup.length : next
    texts.push(open.at(-1) === 'style' ? '' : meaning(markup.slice(at, end)))
    if (next < 0) break
    tag.lastIndex = next
    const found = tag.exec(markup)
    if (found === null) throw new Error(`not a tag: ${markup.slice(next, next + 80)}`)
    const [whole, closing, rawName = '', rest = '', selfClosing] = found
    const name = rawName.toLowerCase()
    if (closing === '/') {
      const opened = open.pop()
      if (opened !== name) throw new Error(`</${name}> closes <${opened}> at ${markup.slice(next - 60, next + 20)}`)
    } else {
      elements.push({ name, attributes: attributesOf(rest) })
      if (selfClosing !== '/' && !voidElements.has(name)) open.push(name)
    }
    at = next + whole.length
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(', ')}`)
  // A space that does not break is a space to a reader.
  return { elements, text: texts.join('\n').replaceAll('\u00a0', ' ') }
}
