/**
 * Parses the value of `sasl.jaas.config`: the login module and its options.
 */

/** The parts of `ModuleClass required name="value" …;`. */
export interface JaasLogin {
  /** Class of the login module, with its package. */
  readonly module: string
  readonly options: Readonly<Record<string, string>>
}

/** A login, or the problem of the text. The problem repeats no value, because a value may be a password. */
export type JaasReading =
  | { readonly ok: true; readonly login: JaasLogin }
  | { readonly ok: false; readonly problem: string }

const controlFlags = ['required', 'requisite', 'sufficient', 'optional']

/** Matches a quoted text, a sign or a word, as Java's StreamTokenizer reads such a line. */
const tokenPattern = /\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([=;])|([^\s=;"']+))/gsy

interface Token {
  readonly kind: 'text' | 'sign'
  readonly text: string
}

/** Reads one login. A client has one; only brokers may have several in one value, which is refused here. */
export function readJaasConfig(text: string): JaasReading {
  const tokens = readTokens(text)
  if (tokens === null) return refused('a quote is opened and not closed')
  const [module, flag, ...rest] = tokens
  if (module?.kind !== 'text') return refused('expected the class of a login module first')
  if (flag === undefined || !controlFlags.includes(flag.text.toLowerCase())) {
    return refused('expected "required" after the class of the login module')
  }
  const end = rest.findIndex(({ kind, text: sign }) => kind === 'sign' && sign === ';')
  if (end < 0) return refused('expected a semicolon at the end')
  if (end < rest.length - 1) return refused('expected one login module and nothing after its semicolon')
  const options = readOptions(rest.slice(0, end))
  if (options === null) return refused('expected options as name="value" after "required"')
  return { ok: true, login: { module: module.text, options } }
}

function readOptions(tokens: readonly Token[]): Record<string, string> | null {
  const options = new Map<string, string>()
  if (tokens.length % 3 !== 0) return null
  for (let at = 0; at < tokens.length; at += 3) {
    const [name, sign, value] = tokens.slice(at, at + 3)
    if (name?.kind !== 'text' || sign?.kind !== 'sign' || sign.text !== '=' || value?.kind !== 'text') return null
    options.set(name.text, value.text)
  }
  return Object.fromEntries(options)
}

/** Splits a text into tokens. Returns null if a quote is not closed. */
function readTokens(text: string): Token[] | null {
  const tokens: Token[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    tokenPattern.lastIndex = at
    const match = tokenPattern.exec(text)
    if (match === null) return null
    const [whole, double, single, sign, word] = match
    const quoted = double ?? single
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else tokens.push({ kind: 'text', text: quoted === undefined ? (word ?? '') : unquote(quoted) })
    at += whole.length
  }
  return tokens
}

const namedEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/**
 * Replaces escape sequences inside quotes as StreamTokenizer does: named and octal ones with their character, any other
 * with the character after the backslash.
 */
function unquote(text: string): string {
  return text.replace(/\\(?:([0-3][0-7]{0,2}|[4-7][0-7]?)|(.))/gs, (_all, octal: string | undefined, char = '') =>
    octal === undefined ? (namedEscapes[char] ?? char) : String.fromCharCode(Number.parseInt(octal, 8)),
  )
}

function refused(problem: string): JaasReading {
  return { ok: false, problem: `cannot be read: ${problem}` }
}
