import { describe, expect, it } from 'vitest'
import { chartJsConfig } from '../../../src/charts/chart-js-config.ts'
import { markStyles, palettes } from '../../../src/charts/tokens.ts'
import { whatIfChart } from '../../../src/charts/what-if-chart.ts'
import { regimesOf, type WhatIfCurve, type WhatIfPoint } from '../../../src/charts/what-if-regimes.ts'
import { valueWithName, whatIfSentences } from '../../../src/charts/what-if-sentence.ts'
import { knownWhatIf } from './known-charts.ts'

/** The known curve with another field, other points or another working point. */
function curve(change: {
  points?: readonly WhatIfPoint[]
  now?: number
  field?: Partial<WhatIfCurve['field']>
}): WhatIfCurve {
  const points = change.points ?? knownWhatIf.points
  const now = points.find((point) => point.x === change.now) ?? knownWhatIf.now
  return { field: { ...knownWhatIf.field, ...change.field }, points, now }
}

const whole = (x: number): WhatIfPoint => ({
  x,
  offeredBytesPerSec: 40e6,
  achievableBytesPerSec: { low: 40e6, likely: 40e6, high: 40e6 },
  readBytesPerSec: 40e6,
  capacityBytesPerSec: x * 16e6,
  fitsWholeLoad: true,
  isOverGuideline: false,
  binding: ['ingress'],
  ingressLimitBytesPerSec: 50e6,
  chanceMet: null,
})
const bound = (x: number, rate: number): WhatIfPoint => ({
  ...whole(x),
  achievableBytesPerSec: { low: rate, likely: rate, high: rate },
  readBytesPerSec: rate,
  fitsWholeLoad: false,
})

describe('a what-if in words', () => {
  it('says below which value another limit takes over and what half of it gives', () => {
    expect(whatIfSentences(knownWhatIf)).toEqual([
      'Below 10 partitions the partition binds: 5 give 25 MB/s.',
      'From 10 partitions to 500, more do not help: the rate stays at 50 MB/s.',
      'Above 500 partitions it is refused.',
    ])
  })

  it('does not say that more does not help where more does help a little', () => {
    const points = knownWhatIf.points
      .filter(({ x }) => x <= 500)
      .map((each) =>
        each.x < 24 ? each : { ...each, achievableBytesPerSec: { low: 1, likely: 50e6 + each.x * 5e3, high: 60e6 } },
      )
    expect(whatIfSentences({ ...knownWhatIf, points })).toEqual([
      'Below 10 partitions the partition binds: 5 give 25 MB/s.',
    ])
    const flat = knownWhatIf.points.filter(({ x }) => x <= 500)
    expect(whatIfSentences({ ...knownWhatIf, points: flat })).toEqual([
      'Below 10 partitions the partition binds: 5 give 25 MB/s.',
      'From 10 partitions on, more do not help: the rate stays at 50 MB/s.',
    ])
  })

  it('begins with the value from which the whole load fits', () => {
    const points = [bound(1, 20e6), bound(2, 30e6), whole(3), whole(10)]
    const unit = { singular: 'CKU', plural: 'CKUs' }
    expect(whatIfSentences(curve({ points, now: 1, field: { unit } }))).toEqual([
      'From 3 CKUs on the whole load fits, 40 MB/s.',
    ])
  })

  it('names the values from which the load fits and from which it is no longer refused', () => {
    const refused = (x: number): WhatIfPoint => ({
      ...bound(x, 0),
      achievableBytesPerSec: null,
      binding: ['partitions'],
    })
    const points = [refused(1), refused(2), bound(3, 30e6), bound(4, 40e6), whole(5), whole(10)]
    const unit = { singular: 'broker', plural: 'brokers' }
    expect(whatIfSentences(curve({ points, now: 1, field: { unit } }))).toEqual([
      'From 5 brokers on the whole load fits, 40 MB/s.',
      'From 3 brokers on it is not refused; ingress binds: 4 give 40 MB/s.',
    ])
  })

  it('calls a workload that is over a guideline at any rate that, and not refused', () => {
    const over = (x: number): WhatIfPoint => ({
      ...whole(x),
      achievableBytesPerSec: null,
      fitsWholeLoad: false,
      isOverGuideline: true,
      binding: ['connections'],
    })
    const refused = (x: number): WhatIfPoint => ({ ...over(x), isOverGuideline: false })
    const sentencesAt = (now: number, points: WhatIfPoint[]) => whatIfSentences(curve({ points, now }))
    expect(sentencesAt(10, [whole(1), whole(10), over(20), over(30)])).toEqual([
      'Above 10 partitions it is over a guideline.',
    ])
    expect(sentencesAt(20, [whole(1), whole(10), over(20), over(30)])).toEqual([
      'Up to 10 partitions the whole load fits; above, it is over a guideline.',
    ])
    expect(sentencesAt(20, [over(10), over(20)])).toEqual(['It is over a guideline from 10 to 20 partitions.'])
    expect(sentencesAt(20, [over(10), over(20), refused(30)])).toEqual(['Above 20 partitions it is refused.'])
    const { notes = [], table } = whatIfChart(curve({ points: [whole(1), over(20)], now: 1 }))
    expect(notes.at(-1)?.text).toBe('The workload is over a guideline.')
    expect(table.rows.map((row) => row.at(-1))).toEqual(['the whole load fits', 'over a guideline'])
  })

  it('gives no rates if the whole load fits and batches fill only slightly differently', () => {
    const points = [whole(1), { ...whole(10), achievableBytesPerSec: { low: 39e6, likely: 39e6, high: 39e6 } }]
    const unit = { singular: 'CKU', plural: 'CKUs' }
    expect(whatIfSentences(curve({ points, now: 1, field: { unit } }))).toEqual([
      'The whole load fits from 1 to 10 CKUs.',
    ])
  })

  it('says up to which value the load fits, in the words of the field', () => {
    const points = [whole(100), whole(800), bound(900, 50e6), bound(2000, 50e6)]
    const field = { label: 'Record size', format: 'bytes', unit: null } as const
    expect(whatIfSentences(curve({ points, now: 900, field }))).toEqual([
      'Up to a record size of 800 B the whole load fits; above, ingress binds.',
    ])
  })

  it('says that a field makes no difference if it makes none', () => {
    const points = [1, 3, 9].map((x) => bound(x, 50e6))
    const field = { label: 'Replication', unit: { singular: 'copy', plural: 'copies' } }
    expect(whatIfSentences(curve({ points, now: 3, field }))).toEqual([
      'No difference here: 50 MB/s from 1 to 9 copies.',
    ])
  })

  it('uses the singular for a count of one', () => {
    expect(valueWithName(knownWhatIf.field, 1)).toBe('1 partition')
    const field = { ...knownWhatIf.field, label: 'In flight', format: 'duration-ms', unit: null } as const
    expect(valueWithName(field, 10)).toBe('an in flight of 10 ms')
  })
})

describe('the stretches of a curve', () => {
  it('begin at the value from which another limit binds, including a tie', () => {
    expect(
      regimesOf(knownWhatIf.points).map(({ kind, binding, first, last }) => [kind, binding, first.x, last.x]),
    ).toEqual([
      ['binds', ['partition-ingress'], 1, 9],
      ['binds', ['ingress'], 10, 500],
      ['refused', ['partitions'], 501, 3000],
    ])
  })
})

describe('the what-if chart', () => {
  const chart = whatIfChart(knownWhatIf)

  it('marks the working point, the limit, and which limit binds in which range', () => {
    expect(chart.annotations.map((each) => [each.kind, each.label, each.kind === 'limit' ? each.detail : ''])).toEqual([
      ['shade', 'the partition binds', ''],
      ['shade', 'ingress binds', ''],
      ['shade', 'refused', ''],
      ['limit', 'ingress limit', '50 MB/s, binds'],
      ['tick', 'offered: 60 MB/s', ''],
      ['tick', 'needed to stay at 80 %: 75 MB/s', ''],
      ['tick', 'now 24', ''],
    ])
    const now = chart.series.find((series) => series.id === 'now')
    expect(now).toMatchObject({ mark: 'working-point', points: [{ x: 24, y: 50e6 }] })
  })

  it('has a gap, also in the band, if the workload is refused', () => {
    const [band, line] = chart.series
    expect(line?.kind === 'line' && line.points.filter((point) => point.y === null).map((point) => point.x)).toEqual([
      501, 3000,
    ])
    expect(band?.kind === 'band' && band.points.at(-1)?.x).toBe(500)
  })

  it('leaves out a limit that the field itself changes', () => {
    const points = knownWhatIf.points.map((point) => ({ ...point, ingressLimitBytesPerSec: point.x * 1e6 }))
    const { annotations } = whatIfChart(curve({ points, now: 24 }))
    expect(annotations.some((each) => each.kind === 'limit')).toBe(false)
  })

  it('divides its axis at round values and names the binding limit in its table', () => {
    expect(chart.x.ticks.map((tick) => tick.label)).toEqual(['1', '10', '100', '1,000'])
    expect(chart.table.rows.map((row) => row.at(-1)).at(3)).toBe('ingress binds')
    expect(chart.textAlternative).toBe(
      'Achievable ingress over partitions, now 24 partitions. Below 10 partitions the partition binds: 5 give 25 MB/s. From 10 partitions to 500, more do not help: the rate stays at 50 MB/s. Above 500 partitions it is refused.',
    )
  })
})

describe('a what-if in which consumers fall behind', () => {
  const behind = (x: number): WhatIfPoint => ({ ...whole(x), fitsWholeLoad: false, readBytesPerSec: 30e6 })

  it('draws and states the rate that consumers keep up with, below the written rate', () => {
    const chart = whatIfChart(curve({ points: [whole(1), behind(2), behind(3)], now: 2 }))
    const [line] = chart.series.filter(({ id }) => id === 'read')
    const points = [null, 30e6, 30e6].map((y, index) => ({ x: index + 1, y }))
    expect(line).toMatchObject({ kind: 'line', mark: 'predicted-read', points })
    expect(chart.table.columns.map(({ id }) => id)).toContain('read')
    expect(chart.textAlternative).toContain('Consumers keep up with 30 MB/s of it and fall behind.')
  })

  it('says that they fall behind at other values, and draws nothing if they never do', () => {
    const elsewhere = whatIfChart(curve({ points: [whole(1), behind(2)], now: 1 }))
    expect(elsewhere.textAlternative).toContain('Elsewhere on it consumers fall behind.')
    const never = whatIfChart(curve({ points: [whole(1), bound(2, 20e6)], now: 1 }))
    expect(never.series.some(({ id }) => id === 'read')).toBe(false)
    expect(never.table.columns.map(({ id }) => id)).not.toContain('read')
  })
})

describe('the chance that the load is met', () => {
  const likely = (x: number, chanceMet: number): WhatIfPoint => ({ ...whole(x), chanceMet })
  const chart = whatIfChart(curve({ points: [likely(1, 0.2), likely(2, 0.75)], now: 2 }))

  it('is under the pointer, in the table and in the text where there is one', () => {
    expect(chart.notes).toEqual([
      { x: 1, text: expect.stringContaining('. The load is met with a chance of 20 %.') },
      { x: 2, text: expect.stringContaining('. The load is met with a chance of 75 %.') },
    ])
    const column = chart.table.columns.findIndex(({ id }) => id === 'chance')
    expect(chart.table.rows.map((row) => row[column])).toEqual([0.2, 0.75])
    expect(chart.textAlternative).toContain('The load is met with a chance of 75 %.')
    const { footer } = chartJsConfig(chart, 'light').options.plugins.tooltip.callbacks
    const at = (x: number) => footer([{ dataset: {}, parsed: { x, y: 0 } }])
    expect(at(1)).toContain('The load is met with a chance of 20 %')
    expect(at(3)).toBe('')
  })

  it('is nowhere where limits are declared', () => {
    const declared = whatIfChart(curve({ points: [whole(1), whole(2)], now: 1 }))
    expect(declared.notes?.some(({ text }) => text.includes('chance'))).toBe(false)
    expect(declared.table.columns.map(({ id }) => id)).not.toContain('chance')
    expect(declared.textAlternative).not.toContain('chance')
  })
})

describe('beyond the offered load', () => {
  const points = [bound(1, 20e6), bound(2, 30e6), whole(3), whole(5), whole(9)]
  const unit = { singular: 'CKU', plural: 'CKUs' }
  const shown = curve({ points, now: 3, field: { unit } })

  it('draws what each value could carry, up to a little above the loads', () => {
    const series = whatIfChart(shown).series.find(({ id }) => id === 'capacity')
    expect(series).toMatchObject({
      label: 'could carry',
      points: [
        { x: 1, y: null },
        { x: 2, y: null },
        { x: 3, y: 48e6 },
        { x: 5, y: 80e6 },
        { x: 9, y: null },
      ],
    })
    expect(whatIfChart(knownWhatIf).series.some(({ id }) => id === 'capacity')).toBe(false)
  })

  it('draws it with another line than the rate that is carried', () => {
    const styles = whatIfChart(shown).series.flatMap((each) =>
      each.kind === 'line' ? [JSON.stringify([palettes.light.marks[each.mark], markStyles[each.mark]])] : [],
    )
    expect(new Set(styles).size).toBe(styles.length)
  })

  it('marks the load with room for the target, and the load after the growth', () => {
    const { annotations } = whatIfChart(shown, undefined, { factor: 1.728, when: 'in 3 years' })
    const labels = annotations.flatMap((each) => (each.kind === 'tick' && each.axis === 'y' ? [each.label] : []))
    expect(labels).toEqual(['offered: 40 MB/s', 'needed to stay at 80 %: 50 MB/s', 'load in 3 years: 69.1 MB/s'])
  })

  it('names the offered load beside its line, and in the legend only if it changes over the field', () => {
    const sloping = points.map((point, index) => ({ ...point, offeredBytesPerSec: 40e6 * (1 + index / 100) }))
    const named = [shown, { ...shown, points: sloping }].map((curve) => {
      const { series, annotations } = whatIfChart(curve)
      return [series.some(({ id }) => id === 'offered'), annotations.some(({ label }) => /^offered/.test(label))]
    })
    expect(named).toEqual([
      [false, true],
      [true, false],
    ])
  })

  it('marks no loads where the load itself is varied', () => {
    const varied = points.map((point) => ({ ...point, offeredBytesPerSec: point.x * 10e6 }))
    const { annotations } = whatIfChart(curve({ points: varied, now: 3 }), undefined, { factor: 2, when: 'in 1 year' })
    expect(annotations.some((each) => each.kind === 'tick' && each.axis === 'y')).toBe(false)
  })

  it('names at each value what decides', () => {
    const texts = whatIfChart(shown).notes?.map(({ text }) => text)
    expect(texts?.[0]).toBe('Ingress binds.')
    expect(texts?.[2]).toBe('The whole load fits; beyond it ingress binds first at 48 MB/s.')
  })
})
