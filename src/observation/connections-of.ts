/**
 * The field `connections` of an observation's scenario.
 */
import type { Observation } from '../contracts/observation.ts'
import { derived, type Sourced } from './sourced.ts'

/** Open connections and connection attempts per second, each only if it is known. */
export function connectionsOf({ cluster }: Observation): { total?: Sourced; attemptsPerSec?: Sourced } {
  const { connections, connectionAttemptsPerSec } = cluster
  const isSome = connections !== undefined && connections.value >= 1
  return {
    ...(isSome ? { total: derived(Math.round(connections.value), connections, 'rounded') } : {}),
    ...(connectionAttemptsPerSec === undefined ? {} : { attemptsPerSec: connectionAttemptsPerSec }),
  }
}
