/**
 * Names of everything that a run creates on a cluster.
 */
import { runNamePrefix } from '../contracts/run-plan.ts'

/** Characters that the schema allows in the name of a topic. */
const maxNameLength = 200

/** `headroom-<runId>-<name>`. All names that a run creates contain its id, and only such names are ever deleted. */
export function runName(runId: string, ...parts: readonly (string | number)[]): string {
  const name = `${runNamePrefix}${runId}-${parts.join('-')}`.replace(/[^A-Za-z0-9._-]+/g, '-')
  return name.length <= maxNameLength ? name : name.slice(0, maxNameLength)
}

/** A short identifier made from a name that the user chose. */
export function shortName(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 60) || 'unnamed'
  )
}
