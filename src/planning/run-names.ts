/**
 * Names of everything that a run creates on a cluster.
 */
import { runNamePrefix } from '../contracts/run-plan.ts'

/** Maximum length of a name that a run creates: that of `topicName` in contracts. Kafka allows 249 characters for topics. */
const maxNameLength = 200

/** `headroom-<runId>-<name>`. All names that a run creates contain its id, and only such names are ever deleted. */
export function runName(runId: string, ...parts: readonly (string | number)[]): string {
  const name = `${runNamePrefix}${runId}-${parts.join('-')}`.replace(/[^A-Za-z0-9._-]+/g, '-')
  return name.length <= maxNameLength ? name : name.slice(0, maxNameLength)
}

/**
 * Returns a function that makes names different from those that it returned before: the second of "a" is "a.2". Where this
 * would be longer than a name may be, the end of the name is cut.
 */
export function differentNames(): (name: string) => string {
  const returned = new Set<string>()
  return (name) => {
    let different = name
    for (let copy = 2; returned.has(different); copy++) {
      const suffix = `.${copy}`
      different = `${name.slice(0, maxNameLength - suffix.length)}${suffix}`
    }
    returned.add(different)
    return different
  }
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
