/**
 * The connections of an observation, as a scenario has them.
 */
import type { Observation } from '../contracts/observation.ts'
import { derived, type Sourced } from './sourced.ts'

/** Connections that are open, and new ones a second, as far as they are known. */
export function connectionsOf({ cluster }: Observation): { total?: Sourced; attemptsPerSec?: Sourced } {
  const { connections, connectionAttemptsPerSec } = cluster
  const isSome = connections !== undefined && connections.value >= 1
  return {
    ...(isSome ? { total: derived(Math.round(connections.value), connections, 'rounded') } : {}),
    ...(connectionAttemptsPerSec === undefined ? {} : { attemptsPerSec: connectionAttemptsPerSec }),
  }
}
