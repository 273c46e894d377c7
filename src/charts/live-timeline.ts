/**
 * The timeline of a run that is going on: one Chart.js configuration, to which a second is added in constant time.
 */

import { chartJsConfig } from './chart-js-config.ts'
import type { ChartJsConfig, ChartJsPoint } from './chart-js-types.ts'
import type { TimelinePoint } from './timeline-points.ts'
import type { Theme } from './tokens.ts'
import {
  measuredOf,
  measuredSeriesId,
  offeredOf,
  offeredSeriesId,
  type TimelineInput,
  validationTimelineChart,
  xOfSecond,
} from './validation-timeline-chart.ts'

/** A configuration that grows with a run. */
export type LiveTimeline = {
  /** Give it to `new Chart` once. */
  readonly config: ChartJsConfig
  /** Adds a second; then call `chart.update('none')`. False where the point does not fit and `describe` is due. */
  readonly append: (point: TimelinePoint) => boolean
}

function dataOf(config: ChartJsConfig, seriesId: string): ChartJsPoint[] {
  return config.data.datasets.find((dataset) => dataset.seriesId === seriesId)?.data ?? []
}

/**
 * A live timeline, from the points so far.
 *
 * `append` answers false, and adds nothing, where a value is above the y axis or a second is missing or out of order:
 * then make a new live timeline from all points so far (rare: the axis grows by steps).
 */
export function liveTimeline(input: TimelineInput, theme: Theme): LiveTimeline {
  const description = validationTimelineChart(input)
  const config = chartJsConfig(description, theme)
  // Chart.js puts a getter for decimated data in place of `data`; the arrays themselves stay ours to push to.
  const [offered, measured] = [dataOf(config, offeredSeriesId), dataOf(config, measuredSeriesId)]
  let lastSecond = input.points.at(-1)?.second ?? -1
  return {
    config,
    append: (point) => {
      const values = { offered: offeredOf(point, input), measured: measuredOf(point, input.direction) }
      const isNext = point.second === lastSecond + 1
      if (!isNext || Math.max(values.offered, values.measured) > description.y.max) return false
      lastSecond = point.second
      const x = xOfSecond(point.second)
      offered.push({ x, y: values.offered })
      measured.push({ x, y: values.measured })
      return true
    },
  }
}
