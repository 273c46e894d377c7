/**
 * Replaces names in the errors of a command that was called with `--redact-names`, as they are replaced in its answer.
 */
import { basename, resolve } from 'node:path'
import { AppError } from '../contracts/app-error.ts'
import { createHostHider, type TextTransform } from '../contracts/hide-hosts.ts'
import type { CommandContext } from './command.ts'
import type { Given } from './command-line.ts'

/** Options whose values are files, which errors name. */
const fileOptions = ['file', 'target', 'secrets-file', 'out', 'report'] as const

/** Runs a command. @throws its errors; with `--redact-names`, without names of files, topics and hosts */
export async function withRedactedErrors<T>({ given }: CommandContext, run: () => Promise<T>): Promise<T> {
  if (!given.has('redact-names')) return run()
  try {
    return await run()
  } catch (error) {
    throw redacted(AppError.from(error), nameHider(given))
  }
}

function redacted(error: AppError, hide: TextTransform): AppError {
  const { code, message, remedy, problems, action } = error
  return new AppError(code, hide(message), {
    cause: error.cause ?? error,
    remedy: remedy === null ? null : hide(remedy),
    problems: problems.map((problem) => ({ ...problem, place: hide(problem.place), message: hide(problem.message) })),
    ...(action === undefined ? {} : { action }),
  })
}

/** Matches quoted texts. Errors quote what is wrong in a file, which may be the name of a topic. */
const quoted = /"[^"]*"/g

/** Returns a function that replaces hosts, quoted texts, and the files of the command line. */
export function nameHider(given: Given): TextTransform {
  const hideHosts = createHostHider()
  const shown = new Map(fileOptions.flatMap((option) => given.texts(option).flatMap(spellingsOf(option))))
  // The longest spelling comes first, because it may contain a shorter one.
  const spellings = [...shown.keys()].filter(Boolean).sort((one, other) => other.length - one.length)
  const pattern = new RegExp(
    `(?<![${wordCharacters}])(?:${spellings.map(escaped).join('|')})(?![${wordCharacters}])`,
    'gu',
  )
  return (text) => {
    const withoutFiles = spellings.length === 0 ? text : text.replace(pattern, (file) => shown.get(file) ?? file)
    return hideHosts(withoutFiles.replace(quoted, '"…"'))
  }
}

/** Characters of words. A file name is not replaced inside a longer word, because it may be a single letter. */
const wordCharacters = String.raw`\p{L}\p{N}_-`

/** The ways in which errors write a path, each with its replacement. Sources are called by their name alone. */
function spellingsOf(option: (typeof fileOptions)[number]) {
  return (path: string, index: number): [string, string][] => {
    const replacement = option === 'file' ? `file-${index + 1}` : `--${option}`
    const names = option === 'file' ? [basename(path)] : []
    return [path, resolve(path), ...names].map((text) => [text, replacement])
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
