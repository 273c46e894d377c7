/**
 * Finds host names and IP addresses in free text and replaces them with `host-1`, `host-2`, …
 */

import { isKafkaIdentifier } from './kafka-identifiers.ts'

/** A function that transforms a text, for example by hiding a part of it. */
export type TextTransform = (text: string) => string

/** Word characters, for use in a character class: letters and digits of any script, and the underscore. */
const wordChars = '\\p{L}\\p{N}_'
/**
 * How an IPv6 address begins: it has a digit, and `::` or eight groups. Times, such as 10:30:00, have neither `::` nor
 * eight groups.
 */
const ipv6Start = '(?=:{0,2}[0-9a-f])(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){7})'
/**
 * Source of a regular expression that matches text in the form of a host. Every repetition is bounded, so that hostile input
 * cannot cause quadratic time. The bounds are those of DNS, or larger. The look-ahead of IPv6 addresses needs none: it is
 * tried once per bracket, or once per run of hexadecimal digits and colons.
 */
const hostLikeTextSource = [
  // An IPv6 address in brackets, with or without a port.
  String.raw`\[${ipv6Start}[0-9a-f:.]{2,64}\](?::\d{1,5})?`,
  // An IPv6 address without brackets. It may end in an IPv4 address, as in ::ffff:10.0.0.7.
  String.raw`(?<![${wordChars}:])${ipv6Start}[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:(?:\.\d{1,3}){3})?(?![${wordChars}:])`,
  // An IPv4 address, with or without a port.
  String.raw`(?<![${wordChars}.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![${wordChars}])`,
  // A name with a port, with or without dots. It must have a letter, because 10:30 is a time. ISO dates are excluded. Ports
  // of one digit are not matched, because "step:1" is more likely a step than a host.
  String.raw`(?<![${wordChars}-])(?!\d{4}-\d\d-\d\dT)(?=[${wordChars}.-]{0,252}\p{L})[${wordChars}][${wordChars}.-]{0,252}:\d{2,5}(?![${wordChars}])`,
  // A name without a port: it has a dot, and its last label has letters only.
  String.raw`(?<![${wordChars}-])(?:[${wordChars}](?:[${wordChars}-]{0,61}[${wordChars}])?\.){1,126}\p{L}{2,63}(?![${wordChars}-]|\.[${wordChars}])`,
  // A name in an error of Node's DNS lookup. It needs no dot.
  String.raw`(?<=\b(?:ENOTFOUND|EAI_AGAIN) )[${wordChars}][${wordChars}.-]{0,252}[${wordChars}]`,
].join('|')

/**
 * File extensions. A file name such as `server.properties` has the form of a host name, but is left in the text. Some
 * extensions are also top-level domains (.sh, .md). A host under one of these is hidden if it is already known, or if a port
 * of four or five digits follows. Up to three digits, as in `store.ts:120`, are the number of a line.
 */
const fileExtensionPattern =
  /\.(?:json|properties|pem|crt|jks|xml|log|txt|csv|md|html|pdf|js|mjs|ts|jar|sh|conf|ya?ml)$/i
/**
 * At most this many hosts, and their first labels, are searched for by name; more would make the search too slow. A later
 * host is replaced only where the text has the form of a host.
 */
const maxHostsSearchedByName = 250
const portSuffix = /:\d{1,5}$/
const longPortSuffix = /:\d{4,5}$/
const lettersOnlyPattern = /^\p{L}+$/u
const letterPattern = /\p{L}/u
/** What comes before a host name in an error of Node's DNS lookup. */
const lookupErrorPrefixPattern = /\b(?:ENOTFOUND|EAI_AGAIN) $/i
/** Length of the longest prefix, plus the one character before it that `\b` inspects. */
const maxLookupErrorPrefixLength = 'ENOTFOUND '.length + 1
const capitalisedWordPattern = /^\p{Lu}\p{Ll}+$/u
const digitsAndDotsPattern = /^[\d.]+$/

/**
 * Creates a function that replaces hosts with `host-1`, `host-2`, …, numbered in the order in which they become known.
 * The function remembers the hosts: each has the same replacement in all texts that the function is called with.
 *
 * A host becomes known when the caller passes it, or when text in the form of a host is found. From then on:
 * - The host is replaced wherever it occurs as a whole word, together with its port.
 * - Its first label ("broker-7" of "broker-7.example.com") is replaced too, unless it is a single character, has letters
 *   only, or has no letter, because it could then be an ordinary word or number. If two hosts have the same first label,
 *   the label gets the number of the first.
 * - Only the first `maxHostsSearchedByName` hosts are searched for by name.
 *
 * What is hidden although it is no host: any word before a colon and a number of two or more digits, as in "offset:1234",
 * because it has the form of a host with a port. A message that is hard to read is better than a host that is shown.
 *
 * What is left in the text:
 * - A capitalised word without a port. So "Apache Kafka" is left unchanged even if a host is called "kafka". Right after
 *   ENOTFOUND or EAI_AGAIN such a word is taken for a host.
 * - Names of Kafka's exceptions and of the settings that `isKafkaIdentifier` knows, such as `linger.ms`, with or without a
 *   number behind them, unless the caller passed them as hosts.
 *
 * @param knownHosts hosts that are known from the start, with or without a port
 */
export function createHostHider(knownHosts: readonly string[] = []): TextTransform {
  const replacements = new Map<string, string>()
  /** Hosts and first labels that are searched for by name, even where the text does not have the form of a host. */
  const namesToFind: string[] = []
  let pattern = buildHostPattern(namesToFind)
  let hostCount = 0
  /** True if a host that is searched for by name was added after the pattern was built. */
  let isPatternOutdated = false
  const addHost = (host: string): string => {
    const known = replacements.get(host)
    if (known !== undefined) return known
    hostCount += 1
    const replacement = `host-${hostCount}`
    replacements.set(host, replacement)
    if (hostCount > maxHostsSearchedByName) return replacement
    namesToFind.push(host)
    const label = firstLabelOf(host)
    if (isUnmistakable(label) && !replacements.has(label)) {
      replacements.set(label, replacement)
      namesToFind.push(label)
    }
    isPatternOutdated = true
    return replacement
  }
  for (const host of knownHosts.map(hostOf)) {
    // An empty name, as from "a:9092,", would match everywhere.
    if (host !== '') addHost(host)
  }
  const replaceHosts = (text: string): string => {
    if (isPatternOutdated) pattern = buildHostPattern(namesToFind)
    isPatternOutdated = false
    return text.replace(pattern, (match: string, offset: number) => {
      const host = hostOf(match)
      const isFile = fileExtensionPattern.test(host) && !longPortSuffix.test(match)
      if ((isFile || isKafkaIdentifier(match.replace(portSuffix, ''))) && !replacements.has(host)) return match
      const mayBeOrdinaryWord =
        capitalisedWordPattern.test(match) &&
        !lookupErrorPrefixPattern.test(text.slice(0, offset).slice(-maxLookupErrorPrefixLength))
      if (replacements.has(host) && mayBeOrdinaryWord) return match
      return addHost(host)
    })
  }
  return (text) => {
    const replaced = replaceHosts(text)
    // The first pass may have found a host that also occurs earlier in the text in another form, for example without its
    // port. Only a second pass searches for it by name.
    return isPatternOutdated ? replaceHosts(text) : replaced
  }
}

/** True if a first label cannot be mistaken for an ordinary word or a number. */
function isUnmistakable(label: string): boolean {
  return label.length > 1 && letterPattern.test(label) && !lettersOnlyPattern.test(label)
}

/** Returns the first label of a host name. Returns an IP address unchanged. */
function firstLabelOf(host: string): string {
  const isIpAddress = digitsAndDotsPattern.test(host) || host.includes(':')
  return isIpAddress ? host : (host.split('.')[0] ?? host)
}

/** Removes port and brackets. The result is in lower case, because host names are case-insensitive. */
function hostOf(address: string): string {
  const isIpv6WithoutBrackets = !address.startsWith('[') && address.split(':').length > 2
  const host = isIpv6WithoutBrackets ? address : address.replace(portSuffix, '')
  return host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

/**
 * Builds the pattern that matches each of these hosts and any text in the form of a host. Longer hosts come first,
 * because one host may be a prefix of another.
 */
function buildHostPattern(hosts: readonly string[]): RegExp {
  const names = [...hosts].sort((one, other) => other.length - one.length).map(escapeForRegExp)
  const optionalPortAndEndSource = String.raw`(?::\d{1,5})?(?![${wordChars}-]|\.[${wordChars}])`
  const knownHostPatterns =
    names.length === 0 ? [] : [`(?<![${wordChars}.-])(?:${names.join('|')})${optionalPortAndEndSource}`]
  return new RegExp([...knownHostPatterns, hostLikeTextSource].join('|'), 'giu')
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
