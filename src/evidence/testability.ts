/**
 * Determines which parameters of a model a set of observations identifies, and which observations then test the model.
 */
import type { Offering } from '../contracts/offering.ts'
import { isSensitive, sensitivities } from './fit.ts'
import type { FitObservation } from './fit-observation.ts'
import type { ModelParameter } from './parameters.ts'

/**
 * A fit needs at least this many observations per parameter. With fewer it can match each exactly, which proves
 * nothing.
 */
export const minObservationsPerParameter = 2

/** An observation identifies a parameter alone if it has this share of the sum of squared slopes over all observations. */
const soleInformationShare = 0.99

/** Which observations and parameters of a model a fit can test. */
export type Testability = {
  /** Observations that test the model, because they identify no parameter alone. */
  readonly tested: readonly FitObservation[]
  /** Parameters that the tested observations depend on. */
  readonly identified: readonly ModelParameter[]
  /** Ids of the parameters that an observation identifies alone, by the observation's id. */
  readonly alone: ReadonlyMap<string, readonly string[]>
  /** True if there are fewer than two tested observations per identified parameter. */
  readonly isSaturated: boolean
}

/** Separates uncensored observations that test the model from those that only determine one of its parameters. */
export function testabilityOf(
  offering: Offering,
  parameters: readonly ModelParameter[],
  uncensored: readonly FitObservation[],
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
