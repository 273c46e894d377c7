/**
 * Tells clusters apart in the metrics of a Prometheus server. Many servers collect from several clusters, whose rates must
 * not be added up.
 */
import type { Labels } from './metric-names.ts'

/** Labels that tell clusters apart, as exporters, operators and configurations of Prometheus name them. */
export const clusterLabels = [
  'cluster',
  'cluster_name',
  'cluster_id',
  'kafka_cluster',
  'kafka_cluster_name',
  'kafka_cluster_id',
  'strimzi_io_cluster',
  'kubernetes_cluster',
  'namespace',
  'kubernetes_namespace',
  'environment',
  'env',
  'job',
] as const

/** At most this many values are named in a message. */
const maxNamed = 10

interface LabelledSeries {
  readonly name: string
  readonly labels: Labels
}

/** A metric whose series are of several clusters, and the label that tells these apart. */
export interface ClusterChoice {
  readonly metric: string
  readonly label: string
  /** The values of the label. A series without the label adds none. */
  readonly values: readonly string[]
}

/**
 * Finds the first metric whose series differ in a label of clusters. Null if all series are of one cluster.
 * @param chosen labels by which the user has chosen already
 */
export function clusterChoiceOf(
  series: readonly LabelledSeries[],
  chosen: ReadonlySet<string> = new Set(),
): ClusterChoice | null {
  const byMetric = new Map<string, LabelledSeries[]>()
  for (const each of series) {
    const sameMetric = byMetric.get(each.name)
    if (sameMetric === undefined) byMetric.set(each.name, [each])
    else sameMetric.push(each)
  }
  for (const [metric, sameMetric] of byMetric) {
    for (const label of clusterLabels) {
      const values = new Set(sameMetric.map(({ labels }) => labels[label] ?? ''))
      if (values.size > 1 && !chosen.has(label)) return { metric, label, values: [...values].filter(Boolean).sort() }
    }
  }
  return null
}

/** "kafka_log_log_size is of several clusters, by its label cluster: prod, test". */
export function choiceText({ metric, label, values }: ClusterChoice): string {
  const named = values.slice(0, maxNamed).join(', ')
  const others = values.length > maxNamed ? ` and ${values.length - maxNamed} others` : ''
  return `${metric} is of several clusters, by its label ${label}: ${named}${others}`
}
