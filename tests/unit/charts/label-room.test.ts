import { describe, expect, it } from 'vitest'
import type { Annotation } from '../../../src/charts/chart-description.ts'
import { estimatedTextWidthPx, rightRoomPx } from '../../../src/charts/label-room.ts'
import { fontSizePx } from '../../../src/charts/tokens.ts'
import { validationTimelineChart } from '../../../src/charts/validation-timeline-chart.ts'
import { knownTimelineInput } from './known-charts.ts'

const chart = validationTimelineChart(knownTimelineInput(110))

function roomWith(annotation: Annotation): number {
  return rightRoomPx({ ...chart, isBesideLimits: false, annotations: [annotation] })
}

describe('the space at the right of a plot', () => {
  const label = 'needed for 80 %: 1,234.5 MB/s'
  const width = estimatedTextWidthPx(label, fontSizePx.quiet)

  it('takes the whole name of a tick beside it', () => {
    expect(roomWith({ kind: 'tick', axis: 'y', value: 1, label })).toBeGreaterThan(width)
    expect(roomWith({ kind: 'tick', axis: 'y', value: 1, label: '80 %' })).toBeLessThan(width)
  })

  it('is not for a tick above the plot', () => {
    expect(roomWith({ kind: 'tick', axis: 'x', value: 1, label })).toBeLessThan(width)
  })
})
