/**
 * The metrics of a Prometheus endpoint at one time, and the key that finds the same series in another reading.
 */
import type { MetricSample } from '../units/metric-text.ts'

/** One series of an endpoint, with its value. */
export type Metric = Pick<MetricSample, 'name' | 'labels' | 'value'>

/** The metrics of an endpoint at one time. */
export interface PrometheusReading {
  /** Time of the reading in ms. Only differences are used. */
  readonly atMs: number
  readonly metrics: readonly Metric[]
}

/** A key of a series: its name and labels. */
export function keyOf({ name, labels }: Pick<Metric, 'name' | 'labels'>): string {
  return `${name}${JSON.stringify(Object.entries(labels).sort(([left], [right]) => (left < right ? -1 : 1)))}`
}
