/**
 * Removes everything that looks like a secret from texts that a person or another program wrote.
 */

const secretWord =
  'password|passwd|passphrase|api[._ -]?key|api[._ -]?secret|access[._ -]?key|client[._ -]?secret|token|secret'

/** Patterns of texts with a secret, and their replacements. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[removed]'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+:[^\s/@]+@/gi, '$1[removed]@'],
  [/\b(Bearer|Basic)\s+[\w.~+/-]{8,}=*/gi, '$1 [removed]'],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, '[removed]'],
  // The word may also be a part of a name: SASL_PASSWORD, aws_secret_access_key, HEADROOM_SECRET_MY_CLUSTER.
  [
    new RegExp(
      String.raw`((?<![\w.-])[\w.-]{0,60}?(?:${secretWord})(?:[._-][\w.-]{0,60})?"?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;"']+)`,
      'gi',
    ),
    '$1[removed]',
  ],
  [new RegExp(String.raw`(--[\w-]*(?:${secretWord})[\w-]*\s+)("[^"]*"|'[^']*'|[^\s-]\S*)`, 'gi'), '$1[removed]'],
]

/** Returns the text without anything that looks like a secret. */
export function withoutSecrets(text: string): string {
  return secretTexts.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text)
}
