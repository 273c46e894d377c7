/**
 * The order in which test files start. Vitest goes by the durations of its last run, which a fresh clone does not have, and
 * then by size: a short file with a run of minutes would start last and keep one worker busy alone.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shortSuites } from '../../scripts/gate/suites.mjs'

const longest = shortSuites.flatMap(({ startFirst }) => startFirst ?? [])

/** Vitest's own order, with the files that a suite names first at its beginning. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

function isLongest({ moduleId }: TestSpecification): boolean {
  return longest.some((path) => moduleId.endsWith(`/${path}`))
}
