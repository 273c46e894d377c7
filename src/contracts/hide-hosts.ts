/**
 * Finds host names and IP addresses in free text and replaces them by `host-1`, `host-2`, …
 */

/** A function that changes a text, for example by hiding a part of it. */
export type TextTransform = (text: string) => string

/** Word characters, for use in a character class: letters and digits of any script, and the underscore. */
const wordChars = '\\p{L}\\p{N}_'
/** Texts that are recognised as hosts by their form alone. */
const hostForms = [
  // An IPv6 address in brackets, with or without a port.
  String.raw`\[[0-9a-f:]*:[0-9a-f:.]+\](?::\d{1,5})?`,
  // An IPv6 address without brackets: it has a double colon or eight groups, which sets it apart from a time of day.
  `(?<![${wordChars}:])(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){7})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![${wordChars}:])`,
  // An IPv4 address, with or without a port.
  String.raw`(?<![${wordChars}.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![${wordChars}])`,
  // A name with a port; it needs no dot. The required letter excludes 10:30, the lookahead an ISO date and time.
  String.raw`(?<![${wordChars}-])(?!\d{4}-\d\d-\d\dT)(?=[${wordChars}.-]*\p{L})[${wordChars}][${wordChars}.-]*:\d{2,5}(?![${wordChars}])`,
  // A name without a port: it has a dot, and its last label has letters only.
  String.raw`(?<![${wordChars}-])(?:[${wordChars}](?:[${wordChars}-]*[${wordChars}])?\.)+\p{L}{2,}(?![${wordChars}-]|\.[${wordChars}])`,
  // A name that DNS did not resolve, as Node reports it; it needs no dot.
  String.raw`(?<=\b(?:ENOTFOUND|EAI_AGAIN) )[${wordChars}][${wordChars}.-]*[${wordChars}]`,
].join('|')

/** Extensions of file names, which otherwise look like host names. A host under .sh or .md is hidden only if it is given. */
const fileExtension = /\.(?:json|properties|pem|crt|jks|xml|log|txt|csv|md|html|pdf|js|mjs|ts|jar|sh|conf|ya?ml)$/i
const portSuffix = /:\d{1,5}$/
const plainWord = /^\p{L}+$/u
const capitalisedWord = /^\p{Lu}\p{Ll}+$/u
const ipv4Address = /^[\d.]+$/

/**
 * Creates a function that replaces each host by `host-1`, `host-2`, … in order of first occurrence. A host keeps its
 * replacement in all texts that the function is called with.
 *
 * Once a host is given or recognised by its form, it is replaced wherever it occurs as a whole word, with or without its
 * port. So is its first label ("broker-7" of "broker-7.example.com"), unless that has letters only and
 * could be an ordinary word.
 *
 * @param servers hosts that are always replaced, with or without port
 */
export function hostHider(servers: readonly string[] = []): TextTransform {
  const replacements = new Map<string, string>()
  /** Null means stale: a host was added since the pattern was built. */
  let pattern: RegExp | null = null
  const replacementOf = (host: string): string => {
    const known = replacements.get(host)
    if (known !== undefined) return known
    const replacement = `host-${new Set(replacements.values()).size + 1}`
    replacements.set(host, replacement)
    const label = firstLabelOf(host)
    if (label.length > 1 && !plainWord.test(label) && !replacements.has(label)) replacements.set(label, replacement)
    pattern = null
    return replacement
  }
  for (const server of servers) replacementOf(hostOf(server))
  const replaceHosts = (text: string): string => {
    pattern ??= patternOf([...replacements.keys()])
    return text.replace(pattern, (match) => {
      const host = hostOf(match)
      if (fileExtension.test(host) && !replacements.has(host)) return match
      // Capitalised words are kept: "Apache Kafka" does not mean a host called "kafka".
      if (replacements.has(host) && capitalisedWord.test(match)) return match
      return replacementOf(host)
    })
  }
  return (text) => {
    const replaced = replaceHosts(text)
    // A host first recognised late in the text may also occur earlier, as a plain word: go over the text again.
    return pattern === null ? replaceHosts(text) : replaced
  }
}

/** The first label of a host name; an IP address as a whole. */
function firstLabelOf(host: string): string {
  const [label = host] = ipv4Address.test(host) || host.includes(':') ? [host] : host.split('.')
  return label
}

/** Removes port and brackets. The result is in lower case, because host names are case-insensitive. */
function hostOf(server: string): string {
  const isIpv6WithoutBrackets = !server.startsWith('[') && server.split(':').length > 2
  const host = isIpv6WithoutBrackets ? server : server.replace(portSuffix, '')
  return host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

/** Matches known hosts first, the longest first because one may begin with another, then any text in the form of a host. */
function patternOf(hosts: readonly string[]): RegExp {
  const names = [...hosts].sort((one, other) => other.length - one.length).map(escapeForRegExp)
  const end = String.raw`(?::\d{1,5})?(?![${wordChars}-]|\.[${wordChars}])`
  const byName = names.length === 0 ? [] : [`(?<![${wordChars}.-])(?:${names.join('|')})${end}`]
  return new RegExp([...byName, hostForms].join('|'), 'giu')
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
