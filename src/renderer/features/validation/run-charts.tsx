import { useMemo } from 'react'
import type { TimelinePoint } from '../../../charts/timeline-points.ts'
import { type Direction, validationTimelineChart } from '../../../charts/validation-timeline-chart.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Result } from '../../../contracts/result.ts'
import { ChartView } from '../../components/chart-view.tsx'

interface RunChartsProps {
  readonly prediction: Prediction
  readonly points: readonly TimelinePoint[]
  readonly durationMs: number
  readonly burnInMs: number
  /** Null before the run has ended. */
  readonly result: Result | null
  /** True while the run is live. */
  readonly isLive?: boolean
}

const chartRem = 16

/** The charts of measured and predicted ingress and egress over the run. Without consumers there is no egress chart. */
export function RunCharts(props: RunChartsProps) {
  const hasEgress = props.prediction.offered.egressWireBytesPerSec > 0
  return (
    <div className="charts">
      <Timeline {...props} direction="ingress" />
      {hasEgress ? <Timeline {...props} direction="egress" /> : null}
    </div>
  )
}

function Timeline({
  prediction,
  points,
  durationMs,
  burnInMs,
  result,
  isLive = false,
  direction,
}: RunChartsProps & { direction: Direction }) {
  const description = useMemo(() => {
    const figure = direction === 'ingress' ? 'ingressWireBytesPerSec' : 'egressWireBytesPerSec'
    const steadyInterval = result?.steady?.[figure] ?? null
    const steady = result?.steadyWindow ?? null
    const framing = result?.framing
    return validationTimelineChart({
      ...{ prediction, points, durationMs, burnInMs, steady, steadyInterval, framing, direction, isLive },
    })
  }, [prediction, points, durationMs, burnInMs, result, direction, isLive])
  return <ChartView description={description} heightRem={chartRem} />
}
