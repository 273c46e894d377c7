/**
 * The growth that an observation measured, as rules for the producers of a scenario.
 */
import { type GrowthRange, type GrowthRule, maxGrowth, minGrowth } from '../../contracts/growth.ts'
import type { Observation, ObservedFigure } from '../../contracts/observation.ts'
import type { Scenario } from '../../contracts/scenario.ts'

/** Coverage of an observation's intervals. */
const observedCoverage = 0.95

/**
 * One rule for each producer whose topic was observed to grow, and one for all others by the growth of the cluster. Empty
 * if no growth is known.
 */
export function observedGrowth({ cluster, topics }: Observation, { workload }: Scenario): GrowthRule[] {
  const ofTopic = new Map(topics.map(({ name, figures }) => [name, figures.growthPerYear]))
  const known = new Map<string, GrowthRange>()
  for (const { name, topic } of workload.producers) {
    const figure = ofTopic.get(topic)
    if (figure !== undefined) known.set(name, rangeOf(figure))
  }
  const whole = cluster.growthPerYear
  return [
    ...(whole === undefined ? [] : [compound(rangeOf(whole))]),
    ...[...known].map(([producer, range]) => ({ ...compound(range), producer })),
  ]
}

function compound(perPeriod: GrowthRange): Extract<GrowthRule, { kind: 'compound' }> {
  return { kind: 'compound', perPeriod, period: 'year' }
}

function rangeOf({ value, interval, relativeError }: ObservedFigure): GrowthRange {
  const half = Math.abs(value) * (relativeError ?? 0)
  const likely = bounded(value)
  return {
    low: Math.min(likely, bounded(interval?.low ?? value - half)),
    likely,
    high: Math.max(likely, bounded(interval?.high ?? value + half)),
    coverage: observedCoverage,
  }
}

function bounded(growth: number): number {
  return Math.min(maxGrowth, Math.max(minGrowth, growth))
}
