import { useMemo } from 'react'
import { type LiveMeasure, liveChart } from '../../../charts/live-chart.ts'
import type { LivePoint } from '../../../contracts/validation-progress.ts'
import { ChartView } from '../../components/chart-view.tsx'

interface LiveChartsProps {
  readonly points: readonly LivePoint[]
  readonly durationMs: number
  readonly hasConsumers: boolean
}

const chartRem = 10

/** How the load is taken, as it is measured; nothing for a run from the workspace, which has its histograms. */
export function LiveCharts({ points, durationMs, hasConsumers }: LiveChartsProps) {
  if (points.length === 0) return null
  const measures: readonly LiveMeasure[] = hasConsumers ? ['response', 'throttle', 'lag'] : ['response', 'throttle']
  return (
    <div className="charts is-live">
      {measures.map((measure) => (
        <LiveChart key={measure} {...{ measure, points, durationMs }} />
      ))}
    </div>
  )
}

function LiveChart({ measure, points, durationMs }: Omit<LiveChartsProps, 'hasConsumers'> & { measure: LiveMeasure }) {
  const chart = useMemo(() => liveChart(measure, points, durationMs), [measure, points, durationMs])
  return <ChartView description={chart} heightRem={chartRem} />
}
