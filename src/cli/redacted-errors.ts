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

/** What a file has in a place that is wrong is quoted in errors. It may be the name of a topic. */
const quoted = /"[^"]*"/g

/** Returns a function that replaces hosts, what is quoted, and the files of the command line. */
export function nameHider(given: Given): TextTransform {
  const hideHosts = createHostHider()
  const files = fileOptions.flatMap((option) =>
    given
      .texts(option)
      .map((path, index) => ({ path, shown: option === 'file' ? `file-${index + 1}` : `--${option}` })),
  )
  const spellings = files
    .flatMap(({ path, shown }) => [path, resolve(path), basename(path)].map((text) => ({ text, shown })))
    .filter(({ text }) => text !== '')
    // A longer spelling may contain a shorter one.
    .sort((one, other) => other.text.length - one.text.length)
  return (text) => {
    const withoutFiles = spellings.reduce((hidden, { text: file, shown }) => hidden.replaceAll(file, shown), text)
    return hideHosts(withoutFiles.replace(quoted, '"…"'))
  }
}
