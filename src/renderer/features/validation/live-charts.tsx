import { useMemo } from 'react'
import { type LiveMeasure, liveChart, liveMeasuresOf } from '../../../charts/live-chart.ts'
import type { LivePoint } from '../../../contracts/validation-progress.ts'
import { ChartView } from '../../components/chart-view.tsx'

interface LiveChartsProps {
  readonly points: readonly LivePoint[]
  readonly durationMs: number
}

const chartRem = 10

/** The charts of a live run below that of its rates. An ended run has latency histograms instead. */
export function LiveCharts({ points, durationMs }: LiveChartsProps) {
  if (points.length === 0) return null
  return (
    <div className="charts is-live">
      {liveMeasuresOf(points).map((measure) => (
        <LiveChart key={measure} {...{ measure, points, durationMs }} />
      ))}
    </div>
  )
}

function LiveChart({ measure, points, durationMs }: LiveChartsProps & { readonly measure: LiveMeasure }) {
  const chart = useMemo(() => liveChart(measure, points, durationMs), [measure, points, durationMs])
  return <ChartView description={chart} heightRem={chartRem} />
}
