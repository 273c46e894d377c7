/**
 * Which of a model's parameters a set of observations identifies, and which observations are left to test the model.
 */
import type { Offering } from '../contracts/offering.ts'
import { isSensitive, sensitivities } from './fit.ts'
import type { Observation } from './observation.ts'
import type { ModelParameter } from './parameters.ts'

/** Fewest observations per parameter. With fewer a fit can meet each of them exactly, and proves nothing. */
export const minObservationsPerParameter = 2

/** An observation identifies a parameter alone if it holds this share of the information (sum of squared slopes). */
const soleInformationShare = 0.99

/** The result of `testabilityOf`. */
export type Testability = {
  /** Observations that test the model: those that identify no parameter alone. */
  readonly tested: readonly Observation[]
  /** Parameters that the tested observations depend on. */
  readonly identified: readonly ModelParameter[]
  /** By `id` of an observation: ids of the parameters that it alone identifies. */
  readonly alone: ReadonlyMap<string, readonly string[]>
  /** True if there are fewer than two tested observations per identified parameter. */
  readonly isSaturated: boolean
}

/** Separates uncensored observations that test the model from those that only determine one of its parameters. */
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
    const isSole = (slope: number) => isSensitive(slope) && slope ** 2 >= soleInformationShare * total
    const sole = rows.find(({ row }) => isSole(row[column] ?? 0))
    if (sole === undefined) continue
    const { id } = sole.observation
    alone.set(id, [...(alone.get(id) ?? []), parameter.id])
  }
  const tested = rows.filter(({ observation }) => !alone.has(observation.id))
  const identified = parameters.filter((_, column) => tested.some(({ row }) => isSensitive(row[column] ?? 0)))
  return {
    tested: tested.map(({ observation }) => observation),
    identified,
    alone,
    isSaturated: tested.length < minObservationsPerParameter * identified.length,
  }
}
