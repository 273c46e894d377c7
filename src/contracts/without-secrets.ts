/**
 * Removes everything that looks like a secret from texts that a person or another program wrote.
 */

const secretWord =
  'password|passwd|passphrase|api[._ -]?key|api[._ -]?secret|access[._ -]?key|client[._ -]?secret|token|secret'

/** A quoted text, also one whose end was cut off. */
const quoted = `"[^"]*(?:"|$)|'[^']*(?:'|$)`

/**
 * Patterns of texts with a secret, and their replacements.
 *
 * Texts may come from a hostile agent or file, so the time must grow only linearly with the length. Therefore each
 * repetition is bounded, or the pattern can begin only once in a run of the characters that it repeats.
 */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, '[removed]'],
  // Everything before the host, also without a password, because some services take a token as the user.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/)(?:[^\s/@]*@)+/gi, '$1[removed]@'],
  // A log-in before a host, without the scheme of an address.
  [/(?<![\w.+:/-])([\w.+-]{1,64}:)[^\s/@:"']{1,128}@(?=[\w[])/g, '$1[removed]@'],
  [/\b(Bearer|Basic)\s{1,20}[\w.~+/-]{8,}=*/gi, '$1 [removed]'],
  // The word may also be a part of a name: SASL_PASSWORD, aws_secret_access_key, HEADROOM_SECRET_MY_CLUSTER.
  [
    new RegExp(String.raw`((?:${secretWord})(?:[._-][\w.-]{0,60})?"?\s{0,20}[=:]\s{0,20})(${quoted}|[^\s,;"']+)`, 'gi'),
    '$1[removed]',
  ],
  [
    new RegExp(String.raw`((?<![\w-])--[\w-]{0,60}?(?:${secretWord})[\w-]{0,60}\s{1,20})(${quoted}|[^\s-]\S*)`, 'gi'),
    '$1[removed]',
  ],
]

/** A text that begins like a JSON Web Token, with any number of parts. So no part is scanned twice. */
const tokenLike = /\beyJ[\w-]*(?:\.[\w-]*)*/g
/** The beginning of a token that has header, payload and signature. The signature may be empty. */
const threeParts = /^eyJ[\w-]{5,}\.[\w-]{5,}\./

/** Returns the text without anything that looks like a secret. */
export function withoutSecrets(text: string): string {
  const withoutTokens = text.replace(tokenLike, (match) => (threeParts.test(match) ? '[removed]' : match))
  return secretTexts.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), withoutTokens)
}
