import { describe, expect, it } from 'vitest'
import { type CampaignChartInput, campaignChart } from '../../../src/charts/campaign-chart.ts'
import { paintSvg } from '../../../src/charts/svg/paint-svg.ts'

const band = (likely: number) => ({ low: likely * 0.95, likely, high: likely * 1.05 })

const ladder: CampaignChartInput = {
  title: 'Measured points over the predicted curve',
  figure: 'ingressWireBytesPerSec',
  axis: { kind: 'linear', title: 'times the load', from: 0, to: 2 },
  predicted: [
    { x: 0.5, offered: 10e6, expected: band(10e6) },
    { x: 2, offered: 40e6, expected: band(20e6) },
  ],
  measured: [
    {
      x: 2,
      label: '2 times the load',
      runs: 3,
      offered: 40e6,
      expected: band(20e6),
      measured: { mean: 19e6, low: 18e6, high: 20e6 },
    },
  ],
  published: [],
}

describe('the chart of a campaign', () => {
  it('draws measured circles with intervals over the predicted band, and the offered load until it leaves the plot', () => {
    const { series, y } = campaignChart(ladder)
    expect(series.map(({ id }) => id)).toEqual(['predicted-band', 'predicted', 'offered', 'measured'])
    expect(series.find(({ id }) => id === 'measured')).toMatchObject({
      kind: 'intervals',
      mark: 'measured-mean',
      points: [{ x: 2, y: 19e6, low: 18e6, high: 20e6 }],
    })
    const offered = series.find(({ id }) => id === 'offered')
    expect(offered?.kind === 'line' && offered.points.map((point) => point.y)).toEqual([10e6, null])
    expect(y.max).toBeGreaterThanOrEqual(21e6)
  })

  it('names its measured points in the legend, once', () => {
    const svg = paintSvg(campaignChart(ladder), { id: 'c', theme: 'light' })
    expect(svg.split('measured, mean and 95 % interval')).toHaveLength(2)
    expect(svg).not.toContain('NaN')
  })

  it('draws a band per step if steps have no order, and hollow diamonds for published figures', () => {
    const { series, x, textAlternative } = campaignChart({
      ...ladder,
      figure: 'recordsPerSec',
      axis: { kind: 'steps', count: 2 },
      predicted: ladder.predicted.map((place, index) => ({ ...place, x: index + 1 })),
      published: [{ x: 1, value: 12e6 }],
    })
    expect(x.ticks.map(({ label }) => label)).toEqual(['1', '2'])
    const bands = series.filter(({ kind }) => kind === 'band')
    expect(bands.map(({ label }) => label)).toEqual(['predicted, band', ''])
    expect(series.at(-1)).toMatchObject({ mark: 'published', points: [{ x: 1, y: 12e6 }] })
    expect(textAlternative).toContain('2 times the load: measured 19,000,000 records/s')
  })

  it('says that nothing was measured, and still draws the prediction', () => {
    const { textAlternative, table } = campaignChart({ ...ladder, measured: [] })
    expect(textAlternative).toMatch(/nothing was measured yet/)
    expect(table.rows).toHaveLength(2)
  })
})
