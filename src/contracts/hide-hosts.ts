/**
 * Finds host names and IP addresses in free text and replaces them with `host-1`, `host-2`, …
 */

/** A function that changes a text, for example by hiding a part of it. */
export type TextTransform = (text: string) => string

/** Word characters, for use in a character class: letters and digits of any script, and the underscore. */
const wordChars = '\\p{L}\\p{N}_'
/**
 * Source of a regular expression that matches text that looks like a host. Repetitions are limited to what DNS allows (63
 * characters for a label, 253 for a name). Without limits, malicious input would take quadratic time.
 */
const hostFormPattern = [
  // An IPv6 address in brackets, with or without a port.
  String.raw`\[[0-9a-f]{0,4}:[0-9a-f:.]{1,64}\](?::\d{1,5})?`,
  // An IPv6 address without brackets. It must have `::` or eight groups, because 10:30:00 would match otherwise.
  `(?<![${wordChars}:])(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){7})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![${wordChars}:])`,
  // An IPv4 address, with or without a port.
  String.raw`(?<![${wordChars}.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![${wordChars}])`,
  // A name with a port, with or without dots. It must have a letter, because 10:30 is a time. ISO dates are excluded.
  String.raw`(?<![${wordChars}-])(?!\d{4}-\d\d-\d\dT)(?=[${wordChars}.-]{0,253}\p{L})[${wordChars}][${wordChars}.-]{0,253}:\d{2,5}(?![${wordChars}])`,
  // A name without a port: it has a dot, and its last label has letters only.
  String.raw`(?<![${wordChars}-])(?:[${wordChars}](?:[${wordChars}-]{0,61}[${wordChars}])?\.){1,126}\p{L}{2,63}(?![${wordChars}-]|\.[${wordChars}])`,
  // A name in an error of Node's DNS lookup. It needs no dot.
  String.raw`(?<=\b(?:ENOTFOUND|EAI_AGAIN) )[${wordChars}][${wordChars}.-]{0,252}[${wordChars}]`,
].join('|')

/**
 * Extensions of file names, which look like host names. Some are also top-level domains (.sh, .md). A host with such a
 * domain is hidden only if the caller has passed it.
 */
const fileExtension = /\.(?:json|properties|pem|crt|jks|xml|log|txt|csv|md|html|pdf|js|mjs|ts|jar|sh|conf|ya?ml)$/i
/**
 * The maximum number of hosts in the pattern that finds them by name; more would make it too slow. Later hosts are
 * replaced only where the text looks like a host.
 */
const maxSearchedHosts = 250
const portSuffix = /:\d{1,5}$/
const lettersOnly = /^\p{L}+$/u
/** What comes before a host name in an error of Node's DNS lookup. */
const lookupError = /\b(?:ENOTFOUND|EAI_AGAIN) $/
const maxLookupErrorLength = 'ENOTFOUND '.length + 1
const capitalisedWord = /^\p{Lu}\p{Ll}+$/u
const digitsAndDots = /^[\d.]+$/

/**
 * Creates a function that replaces hosts with `host-1`, `host-2`, …, numbered in the order in which they become known.
 * A host has the same replacement in all texts that the function is called with.
 *
 * A host is known once the caller has passed it or its form has been recognised. A known host (the first 250
 * only) is replaced where it occurs as a whole word, with or without a port. Its first label ("broker-7" of "broker-7.example.com") is replaced too, unless it
 * consists of letters only, because it could then be an ordinary word.
 *
 * Exception: a known host that occurs without a port as a capitalised word is kept. In "Apache Kafka", "Kafka" is not
 * the host "kafka", but in "ENOTFOUND Kafka" it is.
 *
 * @param servers hosts that are known from the start, with or without a port
 */
export function createHostHider(servers: readonly string[] = []): TextTransform {
  const replacements = new Map<string, string>()
  /** Hosts and first labels that are searched by name, whatever the text looks like. */
  const searchedNames: string[] = []
  let pattern = buildHostPattern(searchedNames)
  let count = 0
  /** True if a host that is searched by name was added after the pattern was built. */
  let isPatternOutdated = false
  const addHost = (host: string): string => {
    const known = replacements.get(host)
    if (known !== undefined) return known
    count += 1
    const replacement = `host-${count}`
    replacements.set(host, replacement)
    if (count > maxSearchedHosts) return replacement
    searchedNames.push(host)
    const label = firstLabelOf(host)
    if (label.length > 1 && !lettersOnly.test(label) && !replacements.has(label)) {
      replacements.set(label, replacement)
      searchedNames.push(label)
    }
    isPatternOutdated = true
    return replacement
  }
  for (const server of servers) addHost(hostOf(server))
  const replaceHosts = (text: string): string => {
    if (isPatternOutdated) pattern = buildHostPattern(searchedNames)
    isPatternOutdated = false
    return text.replace(pattern, (match: string, offset: number) => {
      const host = hostOf(match)
      if (fileExtension.test(host) && !replacements.has(host)) return match
      const mayBeOrdinaryWord =
        capitalisedWord.test(match) && !lookupError.test(text.slice(0, offset).slice(-maxLookupErrorLength))
      if (replacements.has(host) && mayBeOrdinaryWord) return match
      return addHost(host)
    })
  }
  return (text) => {
    const replaced = replaceHosts(text)
    // A host that was first recognised in this pass may also occur earlier as a plain word, so a second pass is needed.
    return isPatternOutdated ? replaceHosts(text) : replaced
  }
}

/** Returns the first label of a host name. Returns an IP address unchanged. */
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

/**
 * Builds the pattern that matches each of these hosts and any text in the form of a host. Longer hosts come first,
 * because one host may be a prefix of another.
 */
function buildHostPattern(hosts: readonly string[]): RegExp {
  const names = [...hosts].sort((one, other) => other.length - one.length).map(escapeForRegExp)
  const portAndBoundary = String.raw`(?::\d{1,5})?(?![${wordChars}-]|\.[${wordChars}])`
  const knownHostPatterns = names.length === 0 ? [] : [`(?<![${wordChars}.-])(?:${names.join('|')})${portAndBoundary}`]
  return new RegExp([...knownHostPatterns, hostFormPattern].join('|'), 'giu')
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
