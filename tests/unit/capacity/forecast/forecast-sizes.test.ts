import { describe, expect, it } from 'vitest'
import { forecast } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { grownScenario } from '../../../../src/capacity/forecast/grown-scenario.ts'
import { partitionsToMake } from '../../../../src/capacity/forecast/partitions-ahead.ts'
import { smallestSize } from '../../../../src/capacity/smallest-size.ts'
import { solve } from '../../../../src/capacity/solve.ts'
import { formatDay } from '../../../../src/units/calendar-day.ts'
import { shippedOfferings } from '../shipped-offerings.ts'
import { dayNumber, everyDay, scenarioWith } from './forecast-cases.ts'

describe('the sizes of a forecast', () => {
  it('are those with the partitions that it says to make, where today’s partitions fit no size', () => {
    const base = scenarioWith(['orders'])
    const producers = base.workload.producers.map((each) => ({ ...each, peakRecordsPerSec: 30_000 }))
    const scenario = { ...base, workload: { ...base.workload, producers } }
    const offering = shippedOfferings.find(({ id }) => id === scenario.deployment.offering)
    if (offering === undefined) throw new Error('no offering')
    const [from, to] = [dayNumber('2026-12-01'), dayNumber('2028-12-01')]
    const perPeriod = { low: 1, likely: 1, high: 1, coverage: 0.9 }
    const rules = [{ kind: 'compound', perPeriod, period: 'year' } as const]
    const last = grownScenario(scenario, { rules, from }, to)
    expect(smallestSize(last, solve(last, offering).situation)).toBeNull()
    const { partitions, sizes } = forecast(scenario, offering, { rules, from, to })
    expect(partitions[0]?.needed).toBeGreaterThan(12)
    expect(sizes.map(({ size }) => size)).toEqual([1, 2, 3])
  })

  it('are those with the partitions that help before one key is too large, at most twice as many as today', () => {
    const base = scenarioWith(['orders'])
    const keys = { kind: 'zipf', distinct: 1000, exponent: 1 } as const
    const producers = base.workload.producers.map((each) => ({ ...each, peakRecordsPerSec: 30_000, keys }))
    const topics = base.workload.topics.map((topic) => ({ ...topic, partitions: 6 }))
    const scenario = { ...base, workload: { ...base.workload, topics, producers } }
    const offering = shippedOfferings.find(({ id }) => id === scenario.deployment.offering)
    if (offering === undefined) throw new Error('no offering')
    const question = { rules: [growing(4)], from: dayNumber('2026-12-01'), to: dayNumber('2027-12-01') }
    const [found] = forecast(scenario, offering, question).partitions
    const neededOn = (day: number) => {
      const grown = grownScenario(scenario, question, day)
      const [only] = forecast(grown, offering, { rules: [growing(0)], from: day, to: day }).partitions
      return only?.needed ?? Number.POSITIVE_INFINITY
    }
    const days = everyDay(question)
    const until = days.find((day) => neededOn(day) > 12)
    if (until === undefined) throw new Error('The key outgrows a partition.')
    const most = Math.max(...days.filter((day) => day < until).map(neededOn))
    expect(found?.beforeHot).toEqual({ partitions: most, until: formatDay(until) })
    expect(most).toBeGreaterThan(6)
    expect(found && partitionsToMake(found)).toBe(most)
  })

  it('are none, with the reason, where no rate is published or every size refuses the load', () => {
    const [from, to] = [dayNumber('2026-12-01'), dayNumber('2027-12-01')]
    const sizesOn = (id: string, replicationFactor: number) => {
      const base = scenarioWith(['orders'])
      const topics = base.workload.topics.map((topic) => ({ ...topic, replicationFactor }))
      const workload = { ...base.workload, topics }
      const offering = shippedOfferings.find((each) => each.id === id)
      if (offering === undefined) throw new Error('no offering')
      const scenario = { ...base, workload, deployment: { offering: id, size: 3 } }
      return forecast(scenario, offering, { rules: [growing(0.2)], from, to }).sizes
    }
    expect(sizesOn('azure-event-hubs-dedicated', 3)).toMatchObject([
      { size: null, blockers: [], refusals: [expect.stringMatching(/publishes no rate/)] },
    ])
    expect(sizesOn('confluent-cloud-dedicated', 1)).toMatchObject([
      { size: null, blockers: [], refusals: [expect.stringMatching(/asks for 1 replica: .* keeps 3/)] },
    ])
    expect(sizesOn('confluent-cloud-dedicated', 3)[0]?.refusals).toEqual([])
  })

  it('name the first day on which one key is too large for any number of partitions', () => {
    const base = scenarioWith(['orders'])
    const keys = { kind: 'zipf', distinct: 1000, exponent: 1 } as const
    const producers = base.workload.producers.map((each) => ({ ...each, peakRecordsPerSec: 60_000, keys }))
    const scenario = { ...base, workload: { ...base.workload, producers } }
    const offering = shippedOfferings.find(({ id }) => id === scenario.deployment.offering)
    if (offering === undefined) throw new Error('no offering')
    const question = { rules: [growing(1)], from: dayNumber('2026-12-01'), to: dayNumber('2027-12-01') }
    const [found] = forecast(scenario, offering, question).partitions
    expect(found?.needed).toBeNull()
    const hotDays = everyDay(question).filter((day) => {
      const grown = grownScenario(scenario, question, day)
      return forecast(grown, offering, { rules: [growing(0)], from: day, to: day }).partitions[0]?.needed === null
    })
    expect(hotDays.length).toBeGreaterThan(1)
    expect(hotDays.length).toBeLessThan(365)
    expect(found?.hotKeyFrom).toBe(formatDay(hotDays[0] ?? 0))
    const [below] = forecast(scenario, offering, { ...question, to: (hotDays[0] ?? 0) - 1 }).partitions
    expect(below).toMatchObject({ needed: expect.any(Number), hotKeyFrom: null, beforeHot: null })
  })
})

/** Compound growth of all rates a year. */
function growing(ratio: number) {
  const perPeriod = { low: ratio, likely: ratio, high: ratio, coverage: 0.9 }
  return { kind: 'compound', perPeriod, period: 'year' } as const
}
