import { describe, expect, it } from 'vitest'
import { forecast } from '../../../src/capacity/forecast/compute-forecast.ts'
import { readGrowth } from '../../../src/capacity/forecast/read-growth.ts'
import { dayScale } from '../../../src/charts/day-scale.ts'
import { forecastChart } from '../../../src/charts/forecast-chart.ts'
import { rangeTicks } from '../../../src/charts/scales.ts'
import { dayNumber, scenarioWith } from '../capacity/forecast/forecast-cases.ts'
import { shippedOfferings } from '../capacity/shipped-offerings.ts'

const from = dayNumber('2026-12-01')

function chartOf(growth: string, to: string, rate = 1000, asOf?: string) {
  const base = scenarioWith(['orders'])
  const producers = base.workload.producers.map((each) => ({ ...each, peakRecordsPerSec: rate }))
  const deployment = asOf === undefined ? base.deployment : { ...base.deployment, asOf }
  const scenario = { ...base, deployment, workload: { ...base.workload, producers } }
  const offering = shippedOfferings.find(({ id }) => id === scenario.deployment.offering)
  const reading = readGrowth(growth, ['orders'])
  if (offering === undefined || !reading.ok) throw new Error('no forecast')
  return forecastChart(forecast(scenario, offering, { rules: [reading.rule], from, to: dayNumber(to) }))
}

describe('the chart of a forecast', () => {
  it('has the band around the likely line, the target and 100 %', () => {
    const { series, annotations } = chartOf('20..60%/year', '2029-12-01', 60_000)
    const [band, line] = series
    if (band?.kind !== 'band' || line?.kind !== 'line') throw new Error('expected a band and a line')
    expect(band.points.length).toBe(line.points.length)
    for (const [index, { low, high }] of band.points.entries()) {
      const y = line.points[index]?.y ?? low
      expect(low).toBeLessThanOrEqual(y)
      expect(high).toBeGreaterThanOrEqual(y)
    }
    const lines = annotations.flatMap((each) => (each.kind !== 'shade' && each.axis === 'y' ? [each.value] : []))
    expect(lines.toSorted()).toEqual([0.8, 1])
  })

  it('has no band if growth is exact and limits are declared', () => {
    const { series } = chartOf('20%/year', '2029-12-01', 60_000)
    expect(series.map(({ kind }) => kind)).toEqual(['line'])
  })

  it('names the limit that is the fullest in each section that has room for its name', () => {
    const { annotations, textAlternative } = chartOf('20%/year', '2029-12-01')
    const shades = annotations.filter(({ kind }) => kind === 'shade')
    expect(shades.length).toBeGreaterThan(0)
    expect(textAlternative).toMatch(/^The fullest limit is at .* on 2026-12-01 and at .* on 2029-12-01\./)
  })

  it('has a dated note where published limits changed, in words too', () => {
    const { annotations, notes, textAlternative } = chartOf('20%/year', '2029-12-01', 1000, '2020-04')
    // The model has limits of 2020-04, 2024-12 and 2026-03: both changes are before the first day.
    expect(annotations.filter((each) => each.kind === 'tick' && each.axis === 'x')).toEqual([
      { kind: 'tick', axis: 'x', value: from, label: 'new limits 2024-12, 2026-03' },
    ])
    expect(notes?.[0]?.text).toMatch(/^Fullest: .+\nNew limits 2024-12, 2026-03: /)
    expect(notes?.[1]?.text).not.toContain('New limits')
    expect(textAlternative).toMatch(/ New limits 2024-12, 2026-03: .*\.$/)
    // With the limits of 2026-03 there is nothing to note.
    expect(chartOf('20%/year', '2029-12-01').textAlternative).not.toContain('New limits')
  })

  it('cuts off what is far too full, and keeps it in the table', () => {
    const { series, y, table } = chartOf('1000..2000%/year', '2029-12-01')
    expect(y.max).toBeLessThan(4)
    const highest = Math.max(
      ...series.flatMap((each) => (each.kind === 'band' ? each.points.map(({ high }) => high) : [])),
    )
    expect(highest).toBeLessThanOrEqual(y.max)
    expect(Number(table.rows.at(-1)?.[4])).toBeGreaterThan(10)
  })
})

describe('an axis of days', () => {
  it('has ticks at the first days of months, quarters or years', () => {
    const labels = (to: string) => dayScale('day', from, dayNumber(to)).ticks.map(({ label }) => label)
    expect(labels('2029-12-01')).toEqual(['Jan 2027', 'Jul 2027', 'Jan 2028', 'Jul 2028', 'Jan 2029', 'Jul 2029'])
    expect(labels('2027-04-01')).toEqual(['Dec 2026', 'Jan 2027', 'Feb 2027', 'Mar 2027', 'Apr 2027'])
    expect(labels('2036-12-01')).toEqual(['Jan 2028', 'Jan 2030', 'Jan 2032', 'Jan 2034', 'Jan 2036'])
  })

  it('has days where it is short, and where it is zoomed', () => {
    const scale = dayScale('day', from, dayNumber('2029-12-01'))
    const zoomed = rangeTicks(scale, from + 0.4, from + 9.7).map(({ label }) => label)
    expect(zoomed).toEqual(['2026-12-02', '2026-12-04', '2026-12-06', '2026-12-08', '2026-12-10'])
  })
})
