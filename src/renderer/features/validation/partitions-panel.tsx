import { useMemo } from 'react'
import { partitionsChart } from '../../../charts/partitions-chart.ts'
import type { PartitionSeconds } from '../../../contracts/run-seconds.ts'
import { ChartView } from '../../components/chart-view.tsx'

interface PartitionsPanelProps {
  readonly partitions: PartitionSeconds
  readonly durationMs: number
}

const chartRem = 16

/** The chart of an ended run's records by partition; nothing if it wrote to only one partition. */
export function PartitionsPanel({ partitions, durationMs }: PartitionsPanelProps) {
  const chart = useMemo(() => partitionsChart(partitions, durationMs), [partitions, durationMs])
  return chart === null ? null : <ChartView description={chart} heightRem={chartRem} />
}
