/**
 * What a set of observations can tell about a model's parameters, and what it cannot.
 */
import type { Offering } from '../contracts/offering.ts'
import { isSensitive, sensitivities } from './fit.ts'
import type { Observation } from './observation.ts'
import type { ModelParameter } from './parameters.ts'

/** Fewest observations for each parameter: with fewer a fit can hit every one of them and proves nothing. */
export const fewestPerParameter = 2

/** An observation with this share of all that is known about a parameter identifies it alone. */
const aloneShare = 0.99

/** What the observations can tell. */
export type Testability = {
  /** Observations that test the model. */
  readonly tested: readonly Observation[]
  /** Parameters that these follow. */
  readonly identified: readonly ModelParameter[]
  /** By `id` of the observation: the parameters that it alone identifies. */
  readonly alone: ReadonlyMap<string, readonly string[]>
  /** True with fewer than two observations for each parameter. */
  readonly isSaturated: boolean
}

/** Sorts uncensored observations into those that test the model and those that merely set one of its parameters. */
export function testabilityOf(
  offering: Offering,
  parameters: readonly ModelParameter[],
  uncensored: readonly Observation[],
): Testability {
  const slopes = sensitivities(offering, parameters, uncensored)
  const rows = uncensored.map((observation, index) => ({ observation, row: slopes[index] ?? [] }))
  const alone = new Map<string, string[]>()
  for (const [column, parameter] of parameters.entries()) {
    const total = rows.reduce((sum, { row }) => sum + (row[column] ?? 0) ** 2, 0)
    const sole = rows.find(({ row }) => isSensitive(row[column] ?? 0) && (row[column] ?? 0) ** 2 >= aloneShare * total)
    if (sole === undefined) continue
    const { id } = sole.observation
    alone.set(id, [...(alone.get(id) ?? []), parameter.id])
  }
  const kept = rows.filter(({ observation }) => !alone.has(observation.id))
  const identified = parameters.filter((_, column) => kept.some(({ row }) => isSensitive(row[column] ?? 0)))
  return {
    tested: kept.map(({ observation }) => observation),
    identified,
    alone,
    isSaturated: kept.length < fewestPerParameter * identified.length,
  }
}
