/**
 * Days of a forecast, recomputed by trying every day.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ForecastQuestion, forecast } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { fullestOn, isAtWithChance, outlookOf } from '../../../../src/capacity/forecast/day-outlook.ts'
import { grownScenario } from '../../../../src/capacity/forecast/grown-scenario.ts'
import { partitionsToMake, withPartitionsAhead } from '../../../../src/capacity/forecast/partitions-ahead.ts'
import { fewestPartitions } from '../../../../src/capacity/minimum-partitions.ts'
import { acceptedSize, atSize } from '../../../../src/capacity/size-answers.ts'
import { smallestSize } from '../../../../src/capacity/smallest-size.ts'
import { solve } from '../../../../src/capacity/solve.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { formatDay } from '../../../../src/units/calendar-day.ts'
import { propertyRuns, propertyTimeoutMs } from '../property-runs.ts'
import { cases } from '../random-scenarios.ts'
import { anyQuestions, dayNumber } from './forecast-cases.ts'

const never = '9999'

function everyDay({ from, to }: ForecastQuestion): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function firstOf(question: ForecastQuestion, isSo: (day: number) => boolean): string | null {
  const found = everyDay(question).find(isSo)
  return found === undefined ? null : formatDay(found)
}

describe('a forecast, by trying every day', () => {
  it(
    'has the early and the late day on which a limit is at its target',
    () => {
      fc.assert(
        fc.property(cases, anyQuestions, fc.nat(), ({ scenario, offering }, question, pick) => {
          const { limits } = forecast(scenario, offering, question)
          const limit = limits[pick % limits.length]
          if (limit === undefined) return
          const outlook = outlookOf(scenario, offering, question)
          const dayOf = (chance: number) =>
            firstOf(question, (day) => isAtWithChance(outlook, limit.id, 0.8, { day, chance })) ?? never
          const { early, likely, late } = limit.atTarget
          const middle = likely ?? never
          expect([early ?? never, late ?? never]).toEqual([
            [dayOf(0.1), middle].sort()[0],
            [dayOf(0.9), middle].sort()[1],
          ])
        }),
        propertyRuns(15),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'has the early and the late day of each larger size, which are those of much and of little growth',
    () => {
      fc.assert(
        fc.property(cases, anyQuestions, fc.nat(), ({ scenario, offering }, question, pick) => {
          const { sizes, partitions } = forecast(scenario, offering, question)
          const index = pick % Math.max(1, sizes.length)
          const size = sizes[index]
          if (size === undefined) return
          const wanted = size.size ?? Number.POSITIVE_INFINITY
          const before = sizes.slice(0, index).map((each) => each.size ?? Number.POSITIVE_INFINITY)
          const prepared = withPartitionsAhead(scenario, partitions)
          const neededWith = (share: number) =>
            firstOf(question, (day) => {
              const grown = grownScenario(prepared, question, day, share)
              const need = acceptedSize(grown, solve(grown, offering).situation, 0.8)
              return (need?.size ?? Number.POSITIVE_INFINITY) >= wanted
            })
          const isLarger = wanted > Math.max(0, ...before)
          expect([size.early, size.late]).toEqual(isLarger ? [neededWith(0.9), neededWith(0.1)] : [null, null])
        }),
        propertyRuns(10),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'names the fullest limit of each day that it shows, and the day on which it changes',
    () => {
      fc.assert(
        fc.property(cases, anyQuestions, ({ scenario, offering }, question) => {
          const { points, stretches } = forecast(scenario, offering, question)
          const outlook = outlookOf(scenario, offering, question)
          for (const { day } of points) {
            const stretch = stretches.findLast((each) => each.day <= day)
            expect(stretch?.fullest.id).toBe(fullestOn(outlook, dayNumber(day))?.id)
          }
          for (const { day, fullest } of stretches.slice(1)) {
            expect(fullestOn(outlook, dayNumber(day))?.id).toBe(fullest.id)
            expect(fullestOn(outlook, dayNumber(day) - 1)?.id).not.toBe(fullest.id)
          }
        }),
        propertyRuns(20),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'needs for each topic the partitions of its highest day, and names the first day on which one key is too large',
    () => {
      fc.assert(
        fc.property(cases, anyQuestions, fc.nat(), ({ scenario, offering }, question, pick) => {
          const { partitions } = forecast(scenario, offering, question)
          const ahead = partitions[pick % Math.max(1, partitions.length)]
          if (ahead === undefined) return
          const countOn = (day: number) => {
            const grown = grownScenario(scenario, question, day)
            const { situation } = onSmallest(grown, offering)
            const load = situation.topics.find(({ topic }) => topic.name === ahead.topic)
            return load === undefined ? null : fewestPartitions(situation, load, 0.8)
          }
          const rateOn = (day: number) =>
            grownScenario(scenario, question, day)
              .workload.producers.filter(({ topic }) => topic === ahead.topic)
              .reduce((sum, { peakRecordsPerSec }) => sum + peakRecordsPerSec, 0)
          const highest = Math.max(...everyDay(question).map(rateOn))
          expect(rateOn(dayNumber(ahead.day)) / Math.max(highest, 1e-9)).toBeGreaterThan(highest === 0 ? -1 : 1 - 1e-9)
          expect(ahead.needed).toBe(countOn(dayNumber(ahead.day))?.partitions ?? null)
          const hotFrom = firstOf(question, (day) => countOn(day)?.partitions === null)
          expect(ahead.hotKeyFrom).toBe(ahead.needed === null ? hotFrom : null)
          if (ahead.needed !== null) return
          expect(partitionsToMake(ahead)).toBeLessThanOrEqual(2 * ahead.partitions)
        }),
        propertyRuns(15),
      )
    },
    propertyTimeoutMs,
  )
})

/** The solution on the smallest size that takes the load; on the scenario's size if none does. */
function onSmallest(scenario: Scenario, offering: Parameters<typeof solve>[1]) {
  const own = solve(scenario, offering)
  const smallest = smallestSize(scenario, own.situation, 0.8)
  return smallest === null ? own : solve(atSize(scenario, smallest.size), offering)
}
