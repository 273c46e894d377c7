/**
 * Parses the command line of a command. One USAGE error lists all problems, with suggestions for misspelled words.
 */
import { parseArgs } from 'node:util'
import type { Problem } from '../contracts/app-error.ts'
import { nearNames } from '../units/near-names.ts'
import { usageError } from './usage-error.ts'

/** One option of a command. */
export interface OptionSpec {
  /** Placeholder of the option's value in the help; undefined for a switch, which takes no value. */
  readonly value?: string
  readonly isRepeatable?: true
  /** One sentence for the help. */
  readonly text: string
}

/** The parameters and options of a command. */
export interface CommandSpec {
  /** One to three words, such as `predict` or `runs show`. */
  readonly name: string
  /** One sentence for the help. */
  readonly summary: string
  /** Names of the arguments. Names in brackets are optional and come last. A last name `FILE...` takes one or more. */
  readonly parameters: readonly string[]
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly examples: readonly string[]
  /** Message for each argument too many, which says what to do instead. Left out: "unexpected argument". */
  readonly insteadOfMore?: string
}

/** A parsed command line. */
export interface Given {
  readonly parameters: readonly string[]
  has(option: string): boolean
  /** The value of an option; if it was given several times, the last value. */
  text(option: string): string | undefined
  /** All values of an option, in the order in which they were given. */
  texts(option: string): readonly string[]
  /** All parameters, and all values of options except one. */
  words(exceptOption: string): readonly string[]
}

/** Options of all commands. */
export const commonOptions = {
  json: { text: 'Print one JSON object and nothing else, also for errors.' },
  help: { text: 'Show this help.' },
  version: { text: 'Print the version of Headroom.' },
} as const satisfies Readonly<Record<string, OptionSpec>>

/** True if a command line has `--json`, even if the command line is invalid. */
export function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end === -1 ? words : words.slice(0, end)).some((word) => word === '--json' || word.startsWith('--json='))
}

/** Parses the words after the name of a command. @throws AppError USAGE that lists every problem */
export function readCommandLine(words: readonly string[], spec: CommandSpec): Given {
  const options: Record<string, OptionSpec> = { ...spec.options, ...commonOptions }
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        { type: option.value === undefined ? 'boolean' : 'string' },
      ]),
    ),
  })
  const values = new Map<string, string[]>()
  const parameters: string[] = []
  const problems: Problem[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') parameters.push(token.value)
    if (token.kind !== 'option') continue
    const problem = problemWithOption(token, options, values)
    if (problem === null) values.set(token.name, [...(values.get(token.name) ?? []), token.value ?? ''])
    else problems.push({ place: token.rawName, message: problem })
  }
  if (!values.has('help') && !values.has('version')) problems.push(...problemsWithParameters(parameters, spec))
  if (problems.length > 0) throw usageError(spec.name, problems)
  return {
    parameters,
    has: (option) => values.has(option),
    text: (option) => values.get(option)?.at(-1),
    texts: (option) => values.get(option) ?? [],
    words: (exceptOption) => [
      ...parameters,
      ...[...values].flatMap(([option, texts]) => (option === exceptOption ? [] : texts)),
    ],
  }
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function problemWithOption(
  token: OptionToken,
  options: Readonly<Record<string, OptionSpec>>,
  values: ReadonlyMap<string, readonly string[]>,
): string | null {
  const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
  if (option === undefined) {
    const [suggestion] = nearNames(token.name, Object.keys(options))
    return `unknown option${suggestion === undefined ? '' : `; did you mean --${suggestion}?`}`
  }
  if (option.value === undefined) return token.value === undefined ? null : 'this option takes no value'
  const isOtherOption = token.inlineValue === false && token.value?.startsWith('--') === true
  if (token.value === undefined || token.value === '' || isOtherOption)
    return `this option needs a value: ${option.value}`
  if (values.has(token.name) && option.isRepeatable === undefined) return 'this option is given twice'
  return null
}

function problemsWithParameters(given: readonly string[], spec: CommandSpec): Problem[] {
  const missing = spec.parameters.slice(given.length).filter((name) => !name.startsWith('['))
  const takesMany = spec.parameters.at(-1)?.endsWith('...') === true
  const extra = takesMany ? [] : given.slice(spec.parameters.length)
  // In a script an empty word is usually a variable without a value. It would match any run, or the current folder.
  const empty = given.flatMap((word, index) => (word === '' ? [spec.parameters[index] ?? 'argument'] : []))
  return [
    ...empty.map((name) => ({ place: name, message: 'this argument is empty' })),
    ...missing.map((name) => ({ place: name, message: 'this argument is missing' })),
    ...extra.map((word) => ({ place: word, message: spec.insteadOfMore ?? 'unexpected argument' })),
  ]
}
