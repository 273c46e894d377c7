import { AppError } from '../../src/contracts/app-error.ts'

/** The error with which work is refused. @throws Error where it is not */
export function refusal(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    return asRefusal(error)
  }
  throw new Error('nothing was refused')
}

/** As `refusal`, of work that takes its time. */
export async function lateRefusal(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => new Error('nothing was refused'),
    (error: unknown) => error,
  )
  return asRefusal(outcome)
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
