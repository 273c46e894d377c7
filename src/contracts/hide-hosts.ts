/**
 * Finds host names and IP addresses in free text and replaces them by `host-1`, `host-2`, …
 */

/** A function that changes a text, for example by hiding a part of it. */
export type TextTransform = (text: string) => string

/** Word characters, for use in a character class: letters and digits of any script, and the underscore. */
const wordChars = '\\p{L}\\p{N}_'
/** Matches texts that are recognised as hosts by their form alone. */
const hostFormPattern = [
  // An IPv6 address in brackets, with or without a port.
  String.raw`\[[0-9a-f:]*:[0-9a-f:.]+\](?::\d{1,5})?`,
  // An IPv6 address without brackets: with `::` or eight groups; otherwise 10:30:00 would match.
  `(?<![${wordChars}:])(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){7})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![${wordChars}:])`,
  // An IPv4 address, with or without a port.
  String.raw`(?<![${wordChars}.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![${wordChars}])`,
  // A name with a port, with or without dots. It has a letter, so that 10:30 does not match, and is no ISO date and time.
  String.raw`(?<![${wordChars}-])(?!\d{4}-\d\d-\d\dT)(?=[${wordChars}.-]*\p{L})[${wordChars}][${wordChars}.-]*:\d{2,5}(?![${wordChars}])`,
  // A name without a port: it has a dot, and its last label has letters only.
  String.raw`(?<![${wordChars}-])(?:[${wordChars}](?:[${wordChars}-]*[${wordChars}])?\.)+\p{L}{2,}(?![${wordChars}-]|\.[${wordChars}])`,
  // A name that DNS did not resolve, as Node reports it; it needs no dot.
  String.raw`(?<=\b(?:ENOTFOUND|EAI_AGAIN) )[${wordChars}][${wordChars}.-]*[${wordChars}]`,
].join('|')

/**
 * Extensions of file names, which otherwise look like host names. Some are top-level domains too (.sh, .md): a host there is
 * hidden only if it is in `servers`.
 */
const fileExtension = /\.(?:json|properties|pem|crt|jks|xml|log|txt|csv|md|html|pdf|js|mjs|ts|jar|sh|conf|ya?ml)$/i
const portSuffix = /:\d{1,5}$/
const plainWord = /^\p{L}+$/u
const capitalisedWord = /^\p{Lu}\p{Ll}+$/u
const digitsAndDots = /^[\d.]+$/

/**
 * Creates a function that replaces each host by `host-1`, `host-2`, … in order of first occurrence. A host keeps its
 * replacement in all texts that the function is called with.
 *
 * Once a host is given or recognised by its form, it is replaced wherever it occurs as a whole word, with or without its
 * port. Its first label ("broker-7" of "broker-7.example.com") is replaced too, unless it consists of letters only: it could
 * then be an ordinary word.
 *
 * @param servers hosts that are always replaced, with or without port
 */
export function hostHider(servers: readonly string[] = []): TextTransform {
  const replacements = new Map<string, string>()
  /** Null if it must be built: no text was seen yet, or a host was added. */
  let pattern: RegExp | null = null
  const addHost = (host: string): string => {
    const known = replacements.get(host)
    if (known !== undefined) return known
    const replacement = `host-${new Set(replacements.values()).size + 1}`
    replacements.set(host, replacement)
    const label = firstLabelOf(host)
    if (label.length > 1 && !plainWord.test(label) && !replacements.has(label)) replacements.set(label, replacement)
    pattern = null
    return replacement
  }
  for (const server of servers) addHost(hostOf(server))
  const replaceHosts = (text: string): string => {
    pattern ??= patternOf([...replacements.keys()])
    return text.replace(pattern, (match) => {
      const host = hostOf(match)
      if (fileExtension.test(host) && !replacements.has(host)) return match
      // Keeps capitalised words: in "Apache Kafka", "Kafka" is not the host "kafka".
      if (replacements.has(host) && capitalisedWord.test(match)) return match
      return addHost(host)
    })
  }
  return (text) => {
    const replaced = replaceHosts(text)
    // This pass found a new host, which may also occur earlier as a plain word: go over the original text again.
    return pattern === null ? replaceHosts(text) : replaced
  }
}

/** The first label of a host name; an IP address unchanged. */
function firstLabelOf(host: string): string {
  const [label = host] = digitsAndDots.test(host) || host.includes(':') ? [host] : host.split('.')
  return label
}

/** Removes port and brackets. The result is in lower case, because host names are case-insensitive. */
function hostOf(server: string): string {
  const isIpv6WithoutBrackets = !server.startsWith('[') && server.split(':').length > 2
  const host = isIpv6WithoutBrackets ? server : server.replace(portSuffix, '')
  return host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

/** Matches a known host, or a text in the form of one. Longer known hosts come first: one may be a prefix of another. */
function patternOf(hosts: readonly string[]): RegExp {
  const names = [...hosts].sort((one, other) => other.length - one.length).map(escapeForRegExp)
  const end = String.raw`(?::\d{1,5})?(?![${wordChars}-]|\.[${wordChars}])`
  const knownHosts = names.length === 0 ? [] : [`(?<![${wordChars}.-])(?:${names.join('|')})${end}`]
  return new RegExp([...knownHosts, hostFormPattern].join('|'), 'giu')
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
