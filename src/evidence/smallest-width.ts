/**
 * One width for all figures, where those of a publication weigh one together.
 */

/** Share of the figures that the width must hold. */
const targetCoverage = 0.9

/** How far a figure lies from its prediction, in logarithms. */
export type FigureDistance = { readonly publication: string; readonly distance: number }

/** The smallest width that holds 90 % of the figures, as a factor either way. Null if there are none. */
export function smallestWidth(figures: readonly FigureDistance[]): number | null {
  const weigh = weightsOf(figures)
  const total = figures.reduce((sum, each) => sum + weigh(each), 0)
  let held = 0
  for (const each of [...figures].sort((one, other) => one.distance - other.distance)) {
    held += weigh(each)
    if (held >= targetCoverage * total - 1e-9) return Math.exp(each.distance)
  }
  return null
}

/** Weights with which the figures of a publication together weigh one. */
export function weightsOf(figures: readonly { readonly publication: string }[]) {
  const counts = new Map<string, number>()
  for (const { publication } of figures) counts.set(publication, (counts.get(publication) ?? 0) + 1)
  return ({ publication }: { readonly publication: string }) => 1 / (counts.get(publication) ?? 1)
}
