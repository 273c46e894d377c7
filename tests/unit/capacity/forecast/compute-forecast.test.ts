import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ForecastQuestion, forecast } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { chanceAt, isAtWithChance, outlookOf } from '../../../../src/capacity/forecast/day-outlook.ts'
import { grownScenario } from '../../../../src/capacity/forecast/grown-scenario.ts'
import { partitionsToMake } from '../../../../src/capacity/forecast/partitions-ahead.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { acceptedSize } from '../../../../src/capacity/size-answers.ts'
import { solve } from '../../../../src/capacity/solve.ts'
import { type ForecastDays, forecast as forecastSchema } from '../../../../src/contracts/forecast.ts'
import { formatDay } from '../../../../src/units/calendar-day.ts'
import { customerCases } from '../customer-scenarios.ts'
import { propertyRuns, propertyTimeoutMs } from '../property-runs.ts'
import { type Case, cases } from '../random-scenarios.ts'
import { anyQuestions, dayNumber, everyDay, risingQuestions } from './forecast-cases.ts'

/** The first day on which a condition holds, found by trying every day. */
function firstOf(question: ForecastQuestion, holds: (day: number) => boolean): string | null {
  const found = everyDay(question).find(holds)
  return found === undefined ? null : formatDay(found)
}

function utilisationOn({ scenario, offering }: Case, { rules, from }: ForecastQuestion, id: string) {
  return (day: number) => {
    const grown = grownScenario(scenario, { rules, from }, day)
    return predict(grown, offering).constraints.find((each) => each.id === id)?.utilisation ?? 0
  }
}

type Limit = ReturnType<typeof forecast>['limits'][number]

/** Checks one limit, chosen at random, of each of many random forecasts. */
function checkLimits(runs: number, check: (limit: Limit, given: Case, question: ForecastQuestion) => void): void {
  fc.assert(
    fc.property(cases, anyQuestions, fc.nat(), (given, question, pick) => {
      const { limits } = forecast(given.scenario, given.offering, question)
      const limit = limits[pick % limits.length]
      if (limit !== undefined) check(limit, given, question)
    }),
    propertyRuns(runs),
  )
}

describe('a forecast, on every offering', () => {
  it(
    'has the size of a prediction, and begins with it unless partitions are to be made or a season is in force',
    () => {
      let alike = 0
      fc.assert(
        fc.property(fc.oneof(cases, customerCases), risingQuestions, ({ scenario, offering }, question) => {
          const { sizes, sizeAsEntered, partitions } = forecast(scenario, offering, {
            ...question,
            targetUtilisation: 0.8,
          })
          expect(sizeAsEntered).toBe(predict(scenario, offering).smallest?.size ?? null)
          const isPrepared = partitions.some((each) => partitionsToMake(each) > each.partitions)
          const first = grownScenario(scenario, question, question.from)
          if (
            isPrepared ||
            first.workload.producers.some(
              ({ peakRecordsPerSec }, index) =>
                peakRecordsPerSec !== scenario.workload.producers[index]?.peakRecordsPerSec,
            )
          )
            return
          alike += 1
          expect(sizes[0]?.size).toBe(sizeAsEntered)
        }),
        propertyRuns(60),
      )
      expect(alike).toBeGreaterThan(10)
    },
    propertyTimeoutMs,
  )

  it(
    'agrees on each day with the prediction for the grown scenario',
    () => {
      fc.assert(
        fc.property(cases, anyQuestions, (given, question) => {
          const { points } = forecast(given.scenario, given.offering, question)
          for (const point of points) {
            const day = dayNumber(point.day)
            const grown = grownScenario(given.scenario, question, day)
            const prediction = predict(grown, given.offering)
            expect(point.headroom).toBe(prediction.headroom)
            expect(point.binding).toEqual(prediction.binding)
            expect(point.chanceMet).toBe(prediction.chanceMet)
            expect(point.offeredWireBytesPerSec.likely).toBe(prediction.offered.ingressWireBytesPerSec)
            const { utilisation } = prediction.constraints.find(({ id }) => id === point.fullest.id) ?? {}
            expect(point.utilisation.likely).toBe(utilisation ?? 0)
          }
        }),
        propertyRuns(20),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'finds the likely days that trying every day finds',
    () => {
      checkLimits(20, (limit, given, question) => {
        const utilisation = utilisationOn(given, question, limit.id)
        expect(limit.atTarget.likely).toBe(firstOf(question, (day) => utilisation(day) >= 0.8 * (1 - 1e-9)))
        expect(limit.full.likely).toBe(firstOf(question, (day) => utilisation(day) >= 1 - 1e-9))
      })
    },
    propertyTimeoutMs,
  )

  it(
    'finds the early and late days that trying every day finds',
    () => {
      checkLimits(15, (limit, given, question) => {
        const outlook = outlookOf(given.scenario, given.offering, question)
        const withChance = (chance: number) =>
          firstOf(question, (day) => isAtWithChance(outlook, limit.id, 1, { day, chance }))
        const never = '9999'
        const { early, likely, late } = limit.full
        const [tenth, most] = [withChance(0.1) ?? never, withChance(0.9) ?? never]
        expect(early ?? never).toBe(tenth < (likely ?? never) ? tenth : (likely ?? never))
        expect(late ?? never).toBe(most > (likely ?? never) ? most : (likely ?? never))
      })
    },
    propertyTimeoutMs,
  )

  it(
    'has the chance of `chanceMet` where growth is exact',
    () => {
      fc.assert(
        fc.property(cases, ({ scenario, offering }) => {
          const prediction = predict(scenario, offering)
          if (prediction.chanceMet === null || prediction.headroom === 0 || !prediction.isFeasible) return
          const outlook = outlookOf(scenario, offering, { rules: [], from: 0 })
          const chances = [...outlook.limitsOn(0).keys()].map((id) => chanceAt(outlook, id, 1, 0))
          expect(1 - Math.max(...chances)).toBeCloseTo(prediction.chanceMet ?? 0, 2)
        }),
        propertyRuns(200),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'is finite, fits its schema, and has its days in order',
    () => {
      const inOrder = ({ early, likely, late }: ForecastDays) => {
        const days = [early, likely, late].map((day) => day ?? '9999')
        expect(days).toEqual(days.toSorted())
      }
      fc.assert(
        fc.property(cases, anyQuestions, (given, question) => {
          const found = forecast(given.scenario, given.offering, question)
          expect(forecastSchema.parse(found)).toEqual(found)
          for (const { atTarget, full } of found.limits) {
            inOrder(atTarget)
            inOrder(full)
          }
        }),
        propertyRuns(20),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'is never later with more growth',
    () => {
      fc.assert(
        fc.property(cases, risingQuestions, fc.double({ min: 0, max: 1, noNaN: true }), (given, question, more) => {
          const rules = [...question.rules, { kind: 'linear', amount: more, unit: 'ratio', period: 'year' } as const]
          const before = forecast(given.scenario, given.offering, question)
          const after = forecast(given.scenario, given.offering, { ...question, rules })
          for (const limit of before.limits) {
            const other = after.limits.find(({ id }) => id === limit.id)
            expect((other?.full.likely ?? '9999') <= (limit.full.likely ?? '9999')).toBe(true)
            expect((other?.full.early ?? '9999') <= (limit.full.early ?? '9999')).toBe(true)
          }
        }),
        propertyRuns(30),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'needs from each day of its schedule the size that the day needs',
    () => {
      fc.assert(
        fc.property(cases, anyQuestions, fc.nat(), (given, question, pick) => {
          const found = forecast(given.scenario, given.offering, question)
          const days = everyDay(question)
          const day = days[pick % days.length] ?? question.from
          const topics = given.scenario.workload.topics.map((topic) => {
            const ahead = found.partitions.find((each) => each.topic === topic.name)
            return { ...topic, partitions: ahead === undefined ? topic.partitions : partitionsToMake(ahead) }
          })
          const workload = { ...given.scenario.workload, topics }
          const grown = grownScenario({ ...given.scenario, workload }, question, day)
          const { situation } = solve(grown, given.offering)
          const planned = found.sizes.findLast(({ from }) => from <= formatDay(day))
          expect(planned?.size ?? null).toBe(acceptedSize(grown, situation)?.size ?? null)
        }),
        propertyRuns(30),
      )
    },
    propertyTimeoutMs,
  )
})
