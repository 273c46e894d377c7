/**
 * The order in which test files start. Vitest goes by the durations of its last run, which a fresh clone does not have, and
 * then by size: a short file with a run of minutes would start last and keep one worker busy alone.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shortSuites } from '../../scripts/gate/suites.mjs'

const longest = shortSuites.flatMap(({ startFirst }) => startFirst ?? [])

/** The files that a suite names first, in that order; after them all others, in Vitest's own. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
  return rank === -1 ? longest.length : rank
}
