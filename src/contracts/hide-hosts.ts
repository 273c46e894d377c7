/**
 * Host names and addresses in free text, and how they are hidden.
 */

/** A text without what is not to be shown. */
export type Change = (text: string) => string

const letter = '\\p{L}\\p{N}_'
/** A name with dots may be any; where a port follows, one word is a host too. */
const hostText = [
  // An address in brackets, and one without: it has a double colon or eight groups.
  String.raw`\[[0-9a-f:]*:[0-9a-f:.]+\](?::\d{1,5})?`,
  `(?<![${letter}:])(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){7})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![${letter}:])`,
  String.raw`(?<![${letter}.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![${letter}])`,
  // With a port; a time of day is none.
  String.raw`(?<![${letter}-])(?!\d{4}-\d\d-\d\dT)(?=[${letter}.-]*\p{L})[${letter}][${letter}.-]*:\d{2,5}(?![${letter}])`,
  String.raw`(?<![${letter}-])(?:[${letter}](?:[${letter}-]*[${letter}])?\.)+\p{L}{2,}(?![${letter}-]|\.[${letter}])`,
  // What the name service did not find.
  String.raw`(?<=\b(?:ENOTFOUND|EAI_AGAIN) )[${letter}][${letter}.-]*[${letter}]`,
].join('|')

/** Endings of files, which look like names with dots. */
const fileEnding = /\.(?:json|properties|pem|crt|jks|xml|log|txt|csv|md|html|pdf|js|mjs|ts|jar|sh|conf|ya?ml)$/i
const port = /:\d{1,5}$/
const plainWord = /^\p{L}+$/u
const capitalWord = /^\p{Lu}\p{Ll}+$/u
const fourNumbers = /^[\d.]+$/

/**
 * Replaces hosts by `host-1`, `host-2`, … in the order in which they are met; the same host is the same word throughout.
 * A host that is known, or was met once in a shape that only hosts have, is hidden wherever it stands as a word, also
 * without its port, and by its first part alone where that is no plain word ("broker-7" of "broker-7.example.com").
 */
export function hostHider(known: readonly string[] = []): Change {
  const names = new Map<string, string>()
  let pattern: RegExp | null = null
  const learn = (host: string): string => {
    const own = names.get(host)
    if (own !== undefined) return own
    const [first = host] = fourNumbers.test(host) || host.includes(':') ? [host] : host.split('.')
    const name = `host-${new Set(names.values()).size + 1}`
    names.set(host, name)
    if (first.length > 1 && !plainWord.test(first) && !names.has(first)) names.set(first, name)
    pattern = null
    return name
  }
  for (const server of known) learn(hostOf(server))
  const replaced = (text: string): string => {
    pattern ??= patternOf([...names.keys()])
    return text.replace(pattern, (found) => {
      const host = hostOf(found)
      if (fileEnding.test(host) && !names.has(host)) return found
      // A host called "kafka" must not take the word from "Apache Kafka".
      if (names.has(host) && capitalWord.test(found)) return found
      return learn(host)
    })
  }
  return (text) => {
    const first = replaced(text)
    // What was learned at its end may stand at its beginning.
    return pattern === null ? replaced(text) : first
  }
}

/** A server without its port and brackets, in small letters: names know no capitals. */
function hostOf(server: string): string {
  const isBare = !server.startsWith('[') && server.split(':').length > 2
  const host = isBare ? server : server.replace(port, '')
  return host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

/** Known hosts first, the longest first: one may be the beginning of another. */
function patternOf(known: readonly string[]): RegExp {
  const words = [...known].sort((one, other) => other.length - one.length).map(escaped)
  const end = String.raw`(?::\d{1,5})?(?![${letter}-]|\.[${letter}])`
  const knownText = words.length === 0 ? [] : [`(?<![${letter}.-])(?:${words.join('|')})${end}`]
  return new RegExp([...knownText, hostText].join('|'), 'giu')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
