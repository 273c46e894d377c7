/**
 * Finds one band width for all figures. Every publication has the same weight, however many figures it has.
 */

/** Share of the weighted figures that bands of this width must contain. */
const targetCoverage = 0.9

/** |ln(predicted / published)| of a figure. */
export type FigureDistance = { readonly publication: string; readonly distance: number }

/** The smallest width whose bands contain 90 % of the figures, as a factor either way. Null if there are no figures. */
export function smallestWidth(figures: readonly FigureDistance[]): number | null {
  const weigh = weightsOf(figures)
  const total = figures.reduce((sum, figure) => sum + weigh(figure), 0)
  let contained = 0
  for (const figure of [...figures].sort((one, other) => one.distance - other.distance)) {
    contained += weigh(figure)
    if (contained >= targetCoverage * total - 1e-9) return Math.exp(figure.distance)
  }
  return null
}

/** Returns a function that gives the weight of a figure. The weights of a publication's figures add up to one. */
export function weightsOf(figures: readonly { readonly publication: string }[]) {
  const counts = new Map<string, number>()
  for (const { publication } of figures) counts.set(publication, (counts.get(publication) ?? 0) + 1)
  return ({ publication }: { readonly publication: string }) => 1 / (counts.get(publication) ?? 1)
}
