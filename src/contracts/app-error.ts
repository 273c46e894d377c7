/**
 * Expected errors as data: a code from a closed list with its exit code, a sentence and a remedy.
 */
import { z } from 'zod'

/** The codes of errors, each with the exit code of the command line. docs/commands/output.md documents them. */
export const errorExitCodes = {
  USAGE: 2,
  SCENARIO_INVALID: 2,
  OFFERING_INVALID: 2,
  CONNECTION_INVALID: 2,
  CAMPAIGN_INVALID: 2,
  FILE_UNREADABLE: 2,
  PLAN_IMPOSSIBLE: 2,
  RUN_NOT_FOUND: 2,
  CAMPAIGN_NOT_FOUND: 2,
  OBSERVATION_NOT_FOUND: 2,
  INPUT_INVALID: 2,
  NOT_CONFIRMED: 3,
  CHECK_FAILED: 3,
  CHECKSUM_DIFFERS: 3,
  CLUSTER_UNREACHABLE: 4,
  AGENT_UNREACHABLE: 4,
  AUTHENTICATION_FAILED: 5,
  AGENT_UNTRUSTED: 5,
  PREFLIGHT_FAILED: 6,
  RUNNER_NOT_READY: 7,
  JAVA_MISSING: 7,
  PORT_TAKEN: 7,
  PRINTER_NOT_READY: 7,
  RUN_FAILED: 8,
  RUNNER_EXITED: 8,
  RUNNER_TIMEOUT: 8,
  PROTOCOL_VIOLATION: 8,
  STORE_UNUSABLE: 9,
  STORE_NEWER: 9,
  DISK_FULL: 9,
  FILE_UNWRITABLE: 9,
  RUN_ACTIVE: 10,
  AGENT_BUSY: 10,
  INTERNAL: 70,
  ABORTED: 130,
} as const
export type ErrorCode = keyof typeof errorExitCodes

/** One problem at one place. */
export const problem = z.strictObject({
  /** A path inside the file (`workload.topics[0].partitions`), a flag or a file. */
  place: z.string(),
  /** States the problem and what was expected. */
  message: z.string().min(1),
  /** A number that solves the problem, and the path of the field to set to it. Left out if no single number does. */
  set: z.strictObject({ place: z.string(), value: z.number() }).optional(),
})
export type Problem = z.output<typeof problem>

/** The action that follows a remedy. A terminal shows `command`, the window shows `view`. */
export const remedyAction = z.strictObject({
  /** Text to copy: a whole command line (`headroom runs list`), or options to add to the command (`--scale 0.1`). */
  command: z.string().min(1),
  /** The view that does the same; null if the remedy itself says which field of the window to change. */
  view: z.enum(['Compare', 'Runs', 'Benchmarks', 'Models']).nullable(),
})
export type RemedyAction = z.output<typeof remedyAction>

/** An expected error as it is sent between processes. */
export const appErrorData = z.strictObject({
  code: z.enum(Object.keys(errorExitCodes) as [ErrorCode, ...ErrorCode[]]),
  /** One sentence for the user that says what happened. */
  message: z.string().min(1),
  /** One sentence that says what to do; null if nothing can be done. */
  remedy: z.string().nullable(),
  /** The command and view with which to follow the remedy. Left out if the remedy needs no command. */
  action: remedyAction.optional(),
  /** The problems of the input; of more than 50 the first ones. Empty if `message` is complete without them. */
  problems: z.array(problem).default([]),
})
export type AppErrorData = z.output<typeof appErrorData>

/** Optional parts of an error. */
export interface AppErrorOptions {
  readonly remedy?: string | null
  readonly action?: RemedyAction
  readonly problems?: readonly Problem[]
  readonly cause?: unknown
}

/** Maximum number of listed problems. A wrong file can have a hundred thousand. */
const maxProblems = 50

/** Keeps the first problems. If there are more, a last one without a place says how many. */
function boundedProblems(problems: readonly Problem[]): readonly Problem[] {
  const more = problems.length - maxProblems
  // A list with one more entry is kept: it may have been shortened before, and its last entry counts the rest.
  return more <= 1 ? problems : [...problems.slice(0, maxProblems), { place: '', message: `and ${more} more problems` }]
}

/** An expected error inside one process. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly remedy: string | null
  readonly action: RemedyAction | undefined
  readonly problems: readonly Problem[]

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.remedy = options.remedy ?? null
    this.action = options.action
    this.problems = boundedProblems(options.problems ?? [])
  }

  /** Returns the error in the form that is sent between processes, without cause and stack. */
  toData(): AppErrorData {
    const { code, message, remedy, action, problems } = this
    return { code, message, remedy, ...(action === undefined ? {} : { action }), problems: [...problems] }
  }

  /** Restores an error that `toData` turned into data, usually in another process. */
  static fromData(data: AppErrorData): AppError {
    const { code, message, remedy, action, problems } = data
    return new AppError(code, message, { remedy, problems, ...(action === undefined ? {} : { action }) })
  }

  /**
   * Turns any thrown value into an AppError. An unexpected error becomes INTERNAL, with the thrown value as its cause.
   */
  static from(error: unknown): AppError {
    if (error instanceof AppError) return error
    const message = error instanceof Error ? error.message : String(error)
    return new AppError('INTERNAL', `Internal error: ${message}`, {
      cause: error,
      remedy: 'This is a fault in Headroom. Please report it with what you did.',
    })
  }
}

/**
 * The response to a call between processes: its value, or its error as data. If an error were thrown across processes,
 * only its message would arrive.
 */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppErrorData }
