import fc from 'fast-check'
import type { ForecastQuestion } from '../../../../src/capacity/forecast/compute-forecast.ts'
import type { GrowthRule } from '../../../../src/contracts/growth.ts'
import { type Scenario, scenario } from '../../../../src/contracts/scenario.ts'
import { formatDay, parseDay } from '../../../../src/units/calendar-day.ts'

/** A scenario with producers of these names, 1,000 records/s of 1,000 bytes each, on two CKUs. */
export function scenarioWith(names: readonly string[]): Scenario {
  return scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'growing',
    workload: {
      topics: [{ name: 'a', partitions: 12, retentionMs: 86_400_000 }],
      producers: names.map((name) => ({ name, topic: 'a', peakRecordsPerSec: 1000, recordValueBytes: 1000 })),
      consumerGroups: [{ name: 'g', topic: 'a' }],
    },
    deployment: { offering: 'confluent-cloud-dedicated', size: 2, asOf: '2026-03' },
  })
}

/** The number of a day. */
export function dayNumber(text: string): number {
  const reading = parseDay(text)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.value
}

/** First day of the random forecasts. */
const firstDay = dayNumber('2026-12-01')

const period = fc.constantFrom('year' as const, 'quarter' as const, 'month' as const)
const dayOfYear = fc.integer({ min: 0, max: 364 }).map((day) => formatDay(dayNumber('2027-01-01') + day).slice(5))
const factor = fc.double({ min: 0.1, max: 10, noNaN: true })

/** Growth from `least` on, exact or with an interval. */
function trend(least: number): fc.Arbitrary<GrowthRule> {
  const growth = fc.double({ min: least, max: 2, noNaN: true })
  const range = fc.array(growth, { minLength: 3, maxLength: 3 }).map((values) => {
    const [low = 0, likely = low, high = likely] = values.toSorted((one, other) => one - other)
    return { low, likely, high, coverage: 0.9 }
  })
  const exact = growth.map((likely) => ({ low: likely, likely, high: likely, coverage: 0.9 }))
  return fc.oneof(
    fc.record({ kind: fc.constant('compound' as const), perPeriod: fc.oneof(exact, range), period }),
    fc.record({
      kind: fc.constant('linear' as const),
      amount: fc.double({ min: least, max: 3, noNaN: true }),
      unit: fc.constant('ratio' as const),
      period,
    }),
  )
}

const step: fc.Arbitrary<GrowthRule> = fc.oneof(
  fc.record({
    kind: fc.constant('launch' as const),
    factor,
    from: fc.integer({ min: 1, max: 400 }).map((day) => formatDay(firstDay + day)),
  }),
  fc.record({ kind: fc.constant('season' as const), factor, from: dayOfYear, to: dayOfYear }),
)

function questionsWith(least: number, mostDays: number): fc.Arbitrary<ForecastQuestion> {
  return fc
    .record({
      trends: fc.array(trend(least), { minLength: 1, maxLength: 2 }),
      steps: fc.array(step, { maxLength: 2 }),
      days: fc.integer({ min: 1, max: mostDays }),
    })
    .map(({ trends, steps, days }) => ({ rules: [...trends, ...steps], from: firstDay, to: firstDay + days }))
}

/** Questions whose loads rise, fall, or do both. */
export const anyQuestions = questionsWith(-0.9, 400)

/** Questions without rates that fall. */
export const risingQuestions = questionsWith(0, 400)

/** All days of a question. */
export function everyDay({ from, to }: ForecastQuestion): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
