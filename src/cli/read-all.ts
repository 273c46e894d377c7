/**
 * Reads everything that a command line names before it refuses any of it, so that all problems are shown at once.
 */
import { AppError, type Problem } from '../contracts/app-error.ts'

/**
 * Something to read, under the name of the file or option that its problems are listed with. The name is empty if the
 * problems have the names already.
 */
export type NamedRead<T> = readonly [name: string, read: () => T | Promise<T>]

type Results<T extends readonly NamedRead<unknown>[]> = {
  [Index in keyof T]: T[Index] extends NamedRead<infer Result> ? Awaited<Result> : never
}

/**
 * Reads one after the other and returns all results.
 * @throws AppError the only one, or one that lists the problems of all that failed, with the code of the first
 */
export async function readAll<const T extends readonly NamedRead<unknown>[]>(reads: T): Promise<Results<T>> {
  const results: unknown[] = []
  const failures: { readonly name: string; readonly error: AppError }[] = []
  for (const [name, read] of reads) {
    try {
      results.push(await read())
    } catch (error) {
      // Anything else is a fault of Headroom, which is reported with its stack.
      if (!(error instanceof AppError)) throw error
      failures.push({ name, error })
    }
  }
  const [first, ...others] = failures
  if (first === undefined) return results as Results<T>
  if (others.length === 0) throw first.error
  const remedies = new Set(failures.flatMap(({ error }) => error.remedy ?? []).map(withFullStop))
  const problems = failures.flatMap(problemsOf)
  throw new AppError(first.error.code, `The files and options of this command have ${problems.length} problems.`, {
    problems,
    remedy: remedies.size === 0 ? null : [...remedies].join(' '),
  })
}

/** The problems of one error, each with its name. An error without a list is one problem. */
function problemsOf({ name, error }: { readonly name: string; readonly error: AppError }): Problem[] {
  if (error.problems.length === 0) return [{ place: name, message: error.message }]
  return error.problems.map((problem) => {
    const { place } = problem
    // Options are named as they are given.
    if (name === '' || place.startsWith('--')) return problem
    return { ...problem, place: place === '' ? name : `${name}: ${place}` }
  })
}

function withFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
