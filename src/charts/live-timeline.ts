/**
 * The timeline of a run that is going on: one Chart.js configuration, to which a second is added in constant time.
 */

import { chartJsConfig, chartJsScale } from './chart-js-config.ts'
import type { ChartJsConfig, ChartJsPoint } from './chart-js-types.ts'
import type { TimelinePoint } from './timeline-points.ts'
import { palettes, type Theme } from './tokens.ts'
import {
  measuredOf,
  measuredSeriesId,
  offeredOf,
  offeredSeriesId,
  type TimelineInput,
  validationTimelineChart,
  wireRateScale,
  xOfSecond,
} from './validation-timeline-chart.ts'

/** A configuration that grows with a run. */
export type LiveTimeline = {
  /** Give it to `new Chart` once, as it is and not a copy. */
  readonly config: ChartJsConfig
  /** Adds a second; then call `chart.update('none')`. A second that is there already is left as it was. */
  readonly append: (point: TimelinePoint) => void
}

function dataOf(config: ChartJsConfig, seriesId: string): ChartJsPoint[] {
  return config.data.datasets.find((dataset) => dataset.seriesId === seriesId)?.data ?? []
}

/** A live timeline, from the points so far. The y axis grows where a value needs it. */
export function liveTimeline(input: TimelineInput, theme: Theme): LiveTimeline {
  const description = validationTimelineChart(input)
  const config = chartJsConfig(description, theme)
  // Chart.js puts a getter for decimated data in place of `data`; the arrays themselves stay ours to push to.
  const [offered, measured] = [dataOf(config, offeredSeriesId), dataOf(config, measuredSeriesId)]
  let lastSecond = input.points.at(-1)?.second ?? -1
  let highest = description.y.max
  return {
    config,
    append: (point) => {
      if (point.second <= lastSecond) return
      const [offeredRate, measuredRate] = [offeredOf(point, input), measuredOf(point, input.direction)]
      if (point.second > lastSecond + 1) measured.push({ x: xOfSecond(lastSecond + 1), y: Number.NaN })
      lastSecond = point.second
      const x = xOfSecond(point.second)
      offered.push({ x, y: offeredRate })
      measured.push({ x, y: measuredRate })
      if (Math.max(offeredRate, measuredRate) <= highest) return
      const scale = wireRateScale(input.direction, Math.max(offeredRate, measuredRate))
      highest = scale.max
      config.options.scales.y = chartJsScale(scale, palettes[theme])
    },
  }
}
