/**
 * What a property does when it fails. It ends on the first failure, because the search for a smaller case (shrinking) tries
 * thousands, each of which may take seconds: a failing gate would look like one that hangs. Who wants the search asks for it,
 * with its time.
 */
import fc from 'fast-check'

/** Seconds that one property may take with the search for a smaller case. Left out or empty: no search. */
export const shrinkVariable = 'HEADROOM_PROPERTY_SHRINK'

/** A day. */
const mostSeconds = 86_400

/** Where a property is written. */
export type PropertyPlace = {
  /** Path of the test file, from the root of the repository. */
  readonly file: string
  /** Title of the test, with those of its blocks before it, separated by " > ". */
  readonly test: string
}

/** The settings of fast-check that follow from the environment. Throws if it asks for no time. */
export function failureSettings(env: Readonly<NodeJS.ProcessEnv>): fc.Parameters<unknown> {
  const seconds = secondsFrom(env[shrinkVariable] ?? '')
  if (seconds === null) return { endOnFailure: true }
  // A search that is cut short shows the smallest case so far. If nothing had failed by then, nothing is proven.
  return { endOnFailure: false, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: true }
}

function secondsFrom(text: string): number | null {
  if (text === '') return null
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= mostSeconds) return seconds
  throw new Error(
    `${shrinkVariable}: expected a whole number of seconds from 1 to ${mostSeconds} for one property, such as 120, got "${text}".`,
  )
}

/** Throws what fast-check says of a failed property, with the command that looks for a smaller case. */
export function reportFailure(details: fc.RunDetails<unknown>, place: PropertyPlace, env: Readonly<NodeJS.ProcessEnv>) {
  if (!details.failed) return
  const message = fc.defaultReportMessage(details)
  const hint = env[shrinkVariable] === undefined ? `\n\nA smaller case: ${shrinkCommand(details.seed, place, env)}` : ''
  throw new Error(`${message}${hint}`, { cause: details.errorInstance })
}

/** The command of a search of at most two minutes after which the property is shown with its smallest failing case. */
export function shrinkCommand(seed: number, { file, test }: PropertyPlace, env: Readonly<NodeJS.ProcessEnv>): string {
  const times = env.HEADROOM_PROPERTY_TIMES
  const often = times === undefined ? '' : `HEADROOM_PROPERTY_TIMES=${times} `
  const project = file.startsWith('tests/integration/') ? 'integration' : 'unit'
  const title = test.split(' > ').at(-1) ?? test
  const pattern = title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll("'", '.')
  return `HEADROOM_PROPERTY_SEED=${seed} ${often}${shrinkVariable}=120 npx vitest run --project ${project} ${file} -t '${pattern}'`
}
