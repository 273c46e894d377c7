/**
 * Describes the chart of how evenly a run's records were distributed over partitions. It has one line per partition,
 * and the hottest one is highlighted.
 */
import type { PartitionSeconds } from '../contracts/run-seconds.ts'
import { counted } from '../units/count.ts'
import { significantDigits } from '../units/number-text.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import type { ChartDescription } from './chart-description.ts'
import type { LineColumns } from './line-columns.ts'
import { recordRateScale, timeScale } from './scales.ts'

/** Free space above the highest value. */
const axisPaddingFactor = 1.08

/** The chart of the busiest partitions' acknowledged records; null if fewer than two partitions were written to. */
export function partitionsChart(input: PartitionSeconds, durationMs: number): ChartDescription | null {
  const { partitions, seconds, busiest, evenRecordsPerSec } = input
  const [hottest, ...others] = busiest
  if (hottest === undefined || others.length === 0) return null
  // A rate is drawn in the middle of its second.
  const xs = seconds.map((second) => second + 0.5)
  const lineOf = ({ recordsPerSec: ys }: (typeof busiest)[number]): LineColumns => ({ xs, ys })
  const means = busiest.map(({ recordsPerSec }) => meanOf(recordsPerSec))
  const highest = busiest.reduce((max, { recordsPerSec }) => recordsPerSec.reduce((a, b) => Math.max(a, b), max), 1)
  const end = durationMs / 1000
  const factor = evenRecordsPerSec === 0 ? 0 : (means[0] ?? 0) / evenRecordsPerSec
  const name = `${hottest.topic}, ${hottest.partition}`
  const shown = busiest.length < partitions ? ` The ${busiest.length} busiest are drawn.` : ''
  return {
    kind: 'timeline',
    title: 'Records on each partition',
    textAlternative: `Acknowledged records of ${partitions} partitions: the hottest (${name}) has ${significantDigits(factor)} times an even share of ${formatRecordRate(evenRecordsPerSec)}.${shown}`,
    x: timeScale(end),
    y: recordRateScale('acknowledged', highest * axisPaddingFactor),
    series: [
      {
        kind: 'lines',
        id: 'others',
        label: counted(others.length, 'other partition'),
        mark: 'one-of-many',
        lines: others.map(lineOf),
      },
      { kind: 'lines', id: 'hottest', label: `hottest: ${name}`, mark: 'measured', lines: [lineOf(hottest)] },
      {
        kind: 'line',
        id: 'even',
        label: 'an even share',
        mark: 'offered',
        points: [
          { x: 0, y: evenRecordsPerSec },
          { x: end, y: evenRecordsPerSec },
        ],
      },
    ],
    annotations: [],
    table: {
      columns: [
        { id: 'partition', label: 'Partition', format: 'text' },
        { id: 'mean', label: 'Mean', format: 'records-per-sec' },
        { id: 'share', label: 'Times an even share', format: 'number' },
      ],
      rows: busiest.map(({ topic, partition }, index) => [
        `${topic}, ${partition}`,
        means[index] ?? 0,
        evenRecordsPerSec === 0 ? null : (means[index] ?? 0) / evenRecordsPerSec,
      ]),
    },
  }
}

function meanOf(values: Float64Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
