import { runNamePrefix } from '../contracts/run-plan.ts'

/** Longest name that the schema of topics allows. */
const longestName = 200

/** `headroom-<runId>-<name>`. All names that a run creates contain its id, and only such names are ever deleted. */
export function runName(runId: string, ...parts: readonly (string | number)[]): string {
  const name = `${runNamePrefix}${runId}-${parts.join('-')}`.replace(/[^A-Za-z0-9._-]+/g, '-')
  return name.length <= longestName ? name : name.slice(0, longestName)
}

/** A short identifier from a user's name. */
export function shortName(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 60) || 'unnamed'
  )
}
