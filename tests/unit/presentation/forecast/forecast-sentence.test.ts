import { describe, expect, it } from 'vitest'
import { forecast } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { readGrowth } from '../../../../src/capacity/forecast/read-growth.ts'
import { forecastChart } from '../../../../src/charts/forecast-chart.ts'
import type { Forecast } from '../../../../src/contracts/forecast.ts'
import { forecastSentence } from '../../../../src/presentation/forecast/forecast-document.ts'
import { dayNumber, scenarioWith } from '../../capacity/forecast/forecast-cases.ts'
import { shippedOffering } from '../../capacity/known-files.ts'

const names = ['orders']

/** The forecast of 1,000 records/s, far below every limit, over three years. */
function smallForecast(...growth: readonly string[]): Forecast {
  const base = scenarioWith(names)
  const producers = base.workload.producers.map((each) => ({ ...each, peakRecordsPerSec: 1000 }))
  const scenario = { ...base, workload: { ...base.workload, producers } }
  const rules = growth.map((text) => {
    const reading = readGrowth(text, names)
    if (!reading.ok) throw new Error(reading.problem)
    return reading.rule
  })
  const offering = shippedOffering(scenario.deployment.offering)
  return forecast(scenario, offering, { rules, from: dayNumber('2026-12-01'), to: dayNumber('2029-12-01') })
}

describe('a forecast in which everything fits', () => {
  it('names the last day if the limit is fullest then', () => {
    const found = smallForecast('5%/year')
    expect(forecastSentence(found)).toMatch(
      /^Every limit stays below 80 % until 2029-12-01\. The fullest then is .* %\.$/,
    )
    expect(forecastChart(found).textAlternative).not.toContain('highest')
  })

  it('says which limit may be at the target on the first day, where a limit is not sure', () => {
    const found = smallForecast('5%/year')
    const doubtful = { early: found.from, likely: null, late: null }
    const limits = found.limits.map((limit, index) => (index === 0 ? { ...limit, atTarget: doubtful } : limit))
    expect(forecastSentence({ ...found, limits })).toMatch(
      /^Every limit likely stays below 80 % until 2029-12-01; with a chance of 10 % \S.* is at 80 % on the first day\. The fullest/,
    )
  })

  it('names the day on which a limit is fullest, if that is in a season before', () => {
    const found = smallForecast('5%/year', 'x3 from 11-01 to 11-20')
    expect(forecastSentence(found)).toMatch(
      /^Every limit stays below 80 % until 2029-12-01\. The fullest until then is .*, at \d+(\.\d+)? % on 2029-11-20\.$/,
    )
    expect(forecastChart(found).textAlternative).toMatch(
      / on 2029-12-01, and highest at \d+(\.\d+)? % on 2029-11-20\. Fullest: /,
    )
  })
})
