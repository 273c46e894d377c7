import { AppError, type Problem } from '../contracts/app-error.ts'

/** Refuses a command line whose options had problems, all at once. @throws AppError USAGE if there is any */
export function refuseProblems(command: string, problems: readonly Problem[]): void {
  if (problems.length > 0) throw usageError(command, problems)
}

/** Creates the error for an invalid command line. A single problem goes into the message; several are listed. */
export function usageError(
  command: string,
  problems: readonly Problem[],
  remedy = `See its options with: headroom ${command} --help`,
): AppError {
  const [first] = problems
  if (problems.length !== 1 || first === undefined) {
    return new AppError('USAGE', `headroom ${command}: the command line has ${problems.length} problems.`, {
      problems,
      remedy,
    })
  }
  const fullStop = /[.?!]$/.test(first.message) ? '' : '.'
  return new AppError('USAGE', `headroom ${command}: ${first.place}: ${first.message}${fullStop}`, { remedy })
}
