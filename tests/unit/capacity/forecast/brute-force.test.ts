/**
 * Forecasts recomputed by brute force: growth is worked out here by itself, and every day is predicted.
 */
import { describe, expect, it } from 'vitest'
import { forecast } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { partitionsToMake } from '../../../../src/capacity/forecast/partitions-ahead.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import type { GrowthRule } from '../../../../src/contracts/growth.ts'
import { type Deployment, type Scenario, scenario as scenarioSchema } from '../../../../src/contracts/scenario.ts'
import { propertyTimeoutMs } from '../property-runs.ts'
import { shippedOfferings } from '../shipped-offerings.ts'

const dayMs = 86_400_000
const firstDay = '2026-12-01'
const from = Date.UTC(2026, 11, 1) / dayMs
/** Beyond the first anniversary, and over one end of a year. */
const days = 430

const deployments: readonly Deployment[] = [
  { offering: 'confluent-cloud-standard', size: 3 },
  { offering: 'aws-msk-express', tier: 'express.m7g.large', size: 3, zones: 'multi' },
  { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 },
]

/** Two producers of one topic, so that a growth can be of one of them. */
function scenarioOn(deployment: Deployment, [orders, logs]: readonly [number, number]): Scenario {
  const rest = { topic: 'events', recordValueBytes: 1000, clients: 10 }
  return scenarioSchema.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'by brute force',
    workload: {
      topics: [{ name: 'events', partitions: 96, replicationFactor: 3, retentionMs: dayMs }],
      producers: [
        { name: 'orders', peakRecordsPerSec: orders, ...rest },
        { name: 'logs', peakRecordsPerSec: logs, ...rest },
      ],
      consumerGroups: [{ name: 'readers', topic: 'events', count: 2 }],
    },
    deployment,
  })
}

const rates: readonly [number, number] = [20_000, 10_000]
const bytesPerSec = (rates[0] + rates[1]) * 1000

function textOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** Years since the first day: 1 on its anniversary. The days until then are equal parts of a year. */
function yearsTo(day: number): number {
  const anniversary = (year: number) => Date.UTC(2026 + year, 11, 1) / dayMs
  let year = 0
  while (anniversary(year + 1) <= day) year += 1
  return year + (day - anniversary(year)) / (anniversary(year + 1) - anniversary(year))
}

function exactly(likely: number) {
  return { low: likely, likely, high: likely, coverage: 0.9 }
}

/** The growth of an observation: 150 % a year, 60 to 300 % with a confidence of 95 %. */
const observed: GrowthRule[] = [
  { kind: 'compound', perPeriod: { low: 0.6, likely: 1.5, high: 3, coverage: 0.95 }, period: 'year' },
]

type Growth = {
  readonly name: string
  readonly rules: readonly GrowthRule[]
  /** The factors of the two producers on a day, worked out from the words of docs/commands/forecast.md. */
  readonly factors: (years: number, day: string) => readonly [number, number]
}

const growths: readonly Growth[] = [
  {
    name: 'compound growth of 120 % a year',
    rules: [{ kind: 'compound', perPeriod: exactly(1.2), period: 'year' }],
    factors: (years) => [2.2 ** years, 2.2 ** years],
  },
  {
    name: 'compound growth of one producer by 8 % a month, of the other by 30 % a quarter',
    rules: [
      { kind: 'compound', perPeriod: exactly(0.08), period: 'month', producer: 'orders' },
      { kind: 'compound', perPeriod: exactly(0.3), period: 'quarter' },
    ],
    factors: (years) => [1.08 ** (12 * years), 1.3 ** (4 * years)],
  },
  {
    name: '40 MB/s more a year, which both share by their rates',
    rules: [{ kind: 'linear', amount: 4e7, unit: 'payload bytes/s', period: 'year' }],
    factors: (years) => [1 + (4e7 * years) / bytesPerSec, 1 + (4e7 * years) / bytesPerSec],
  },
  {
    name: 'a launch that triples one producer, while both grow by 40 % a year',
    rules: [
      { kind: 'compound', perPeriod: exactly(0.4), period: 'year' },
      { kind: 'launch', factor: 3, from: '2027-05-17', producer: 'orders' },
    ],
    factors: (years, day) => [1.4 ** years * (day >= '2027-05-17' ? 3 : 1), 1.4 ** years],
  },
  {
    name: 'a season over the end of the year, and one inside the year',
    rules: [
      { kind: 'compound', perPeriod: exactly(0.5), period: 'year' },
      { kind: 'season', factor: 1.6, from: '12-20', to: '01-06' },
      { kind: 'season', factor: 2, from: '07-01', to: '07-31' },
    ],
    factors: (years, day) => {
      const at = day.slice(5)
      const factor = 1.5 ** years * (at >= '12-20' || at <= '01-06' ? 1.6 : 1) * (at.startsWith('07') ? 2 : 1)
      return [factor, factor]
    },
  },
  {
    name: 'growth of an observation, with its interval',
    rules: observed,
    factors: (years) => [2.5 ** years, 2.5 ** years],
  },
  {
    name: 'one that falls by 30 % a year while the other grows by 400 %',
    rules: [
      { kind: 'compound', perPeriod: exactly(-0.3), period: 'year', producer: 'orders' },
      { kind: 'compound', perPeriod: exactly(4), period: 'year', producer: 'logs' },
    ],
    factors: (years) => [0.7 ** years, 5 ** years],
  },
]

/** The prediction of every day. */
function everyPrediction(deployment: Deployment, factors: Growth['factors']) {
  const offering = shippedOfferings.find(({ id }) => id === deployment.offering)
  if (offering === undefined) throw new Error(`no offering ${deployment.offering}`)
  return Array.from({ length: days + 1 }, (_, index) => {
    const day = textOf(from + index)
    const [orders, logs] = factors(yearsTo(from + index), day)
    const prediction = predict(scenarioOn(deployment, [rates[0] * orders, rates[1] * logs]), offering)
    return {
      day,
      smallest: prediction.smallest?.size ?? null,
      utilisations: new Map(prediction.constraints.map(({ id, utilisation }) => [id, utilisation])),
    }
  })
}

describe.each(deployments)('a forecast on $offering', (deployment) => {
  const offering = shippedOfferings.find(({ id }) => id === deployment.offering)

  it.each(growths)(
    'has the days and sizes of day after day predicted: $name',
    ({ rules, factors }) => {
      if (offering === undefined) throw new Error('no offering')
      const question = { rules, from, to: from + days }
      const { limits, sizes, partitions } = forecast(scenarioOn(deployment, rates), offering, question)
      const predicted = everyPrediction(deployment, factors)
      expect(predicted[0]?.day).toBe(firstDay)
      for (const { id, atTarget, full } of limits) {
        const firstAt = (threshold: number) =>
          predicted.find(({ utilisations }) => (utilisations.get(id) ?? 0) >= threshold * (1 - 1e-9))?.day ?? null
        expect([id, atTarget.likely, full.likely]).toEqual([id, firstAt(0.8), firstAt(1)])
      }
      expect(limits.some(({ atTarget }) => atTarget.likely !== null)).toBe(true)
      if (partitions.some((each) => partitionsToMake(each) > each.partitions)) return
      for (const { day, smallest } of predicted) {
        expect([day, sizes.findLast((size) => size.from <= day)?.size]).toEqual([day, smallest])
      }
    },
    propertyTimeoutMs,
  )
})

/** Quantiles of the standard normal distribution, from a table. */
const [ninety, ninetySevenAndAHalf] = [1.2815515655, 1.9599639845]

describe('a forecast with the interval of an observation', () => {
  it(
    'has the early day of a declared limit at the 90th percentile of growth, and the late one at the 10th',
    () => {
      const [deployment] = deployments
      const offering = shippedOfferings.find(({ id }) => id === deployment?.offering)
      if (deployment === undefined || offering === undefined) throw new Error('no offering')
      const { limits } = forecast(scenarioOn(deployment, rates), offering, { rules: observed, from, to: from + days })
      // The interval is of 95 %: its ends are 1.96 standard deviations from the likely value, on either side.
      const [much, little] = [
        1.5 + (3 - 1.5) * (ninety / ninetySevenAndAHalf),
        1.5 - (1.5 - 0.6) * (ninety / ninetySevenAndAHalf),
      ]
      const early = everyPrediction(deployment, (years) => [(1 + much) ** years, (1 + much) ** years])
      const late = everyPrediction(deployment, (years) => [(1 + little) ** years, (1 + little) ** years])
      const reached = limits.filter(({ full }) => full.early !== null)
      expect(reached.length).toBeGreaterThan(0)
      for (const { id, full } of reached) {
        const firstFull = (predicted: typeof early) =>
          predicted.find(({ utilisations }) => (utilisations.get(id) ?? 0) >= 1 - 1e-9)?.day ?? null
        expect([id, full.early, full.late]).toEqual([id, firstFull(early), firstFull(late)])
      }
      expect(limits.some(({ full }) => full.early !== full.likely && full.late !== full.likely)).toBe(true)
    },
    propertyTimeoutMs,
  )
})
