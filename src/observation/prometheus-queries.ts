/**
 * Builds the queries for those metrics of Kafka that a Prometheus server has.
 */
import { clusterLabels } from './cluster-labels.ts'
import { type Labels, type Measure, measureOf } from './metric-names.ts'

/** One range query. */
export interface PrometheusQuery {
  /** The metric that is queried. */
  readonly metric: string
  /** Name under which its series are read. If the query makes a rate from a counter, the name is that of a rate. */
  readonly name: string
  /** Parameters of `/api/v1/query_range`. */
  readonly parameters: Readonly<Record<string, string>>
}

const dayMs = 86_400_000
const minuteMs = 60_000
/**
 * Rates are queried for the last day. Offsets and groups have a series per partition, so only for the last ten minutes.
 */
const shortRangeMs = 10 * minuteMs

/** Sets of labels that some names need to be recognised. The first set with which a name is recognised is used. */
const labelSets: readonly (readonly Labels[])[] = [
  [{}],
  ['BytesInPerSec', 'BytesOutPerSec', 'MessagesInPerSec'].map((name) => ({ name })),
  ['produce', 'consume'].map((request) => ({ redpanda_request: request })),
]

/**
 * One query per measure. If a metric has several spellings, only the first is queried.
 * @param matchers conditions on labels that all series must meet, as PromQL has them
 */
export function prometheusQueries(
  names: readonly string[],
  nowEpochMs: number,
  matchers: readonly string[] = [],
): PrometheusQuery[] {
  const all = [...names.filter((name) => !isSumOverTopics(name)), ...names.filter(isSumOverTopics)].flatMap((name) => {
    for (const labels of labelSets) {
      const found = labels.flatMap((each) => {
        const measure = measureOf(name, each)
        return measure === null ? [] : [queryOf(name, selectorOf(each, matchers), measure, nowEpochMs)]
      })
      if (found.length > 0) return found
    }
    return []
  })
  return all.filter((each, index) => all.findIndex(({ name }) => name === each.name) === index)
}

/** True of a metric that Bitnami's charts add up over all topics, beside the metric with a series per topic. */
function isSumOverTopics(name: string): boolean {
  return name.includes('_total_')
}

function selectorOf(labels: Labels, matchers: readonly string[]): string {
  const parts = [...Object.entries(labels).map(([name, value]) => `${name}="${value}"`), ...matchers]
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

const topicLabels = 'topic, topic_name, redpanda_topic'
const groupLabels = `${topicLabels}, consumergroup, group_id, redpanda_group, partition, partition_id, redpanda_partition`

/** The query for the clusters whose metrics a server has. It counts series by the labels that tell clusters apart. */
export function clustersQuery(queries: readonly PrometheusQuery[], matchers: readonly string[]): string {
  const metrics = [...new Set(queries.map(({ metric }) => metric))].join('|')
  const selector = [`__name__=~"${metrics}"`, ...matchers].join(',')
  return `count by (__name__, ${clusterLabels.join(', ')}) ({${selector}})`
}

function queryOf(metric: string, selector: string, measure: Measure, nowEpochMs: number): PrometheusQuery {
  const series = `${metric}${selector}`
  const query = (name: string, promql: string, lengthMs: number): PrometheusQuery => {
    return { metric, name, parameters: rangeOf(promql, lengthMs, nowEpochMs) }
  }
  switch (measure.kind) {
    case 'rate': {
      const perSec = measure.shape === 'rate' ? series : `rate(${series}[5m])`
      const labels = `${topicLabels}, redpanda_request`
      return query(rateName(measure.rate), `sum by (${labels}) (${perSec})`, dayMs)
    }
    case 'requests': {
      const perSec = measure.shape === 'rate' ? series : `rate(${series}[5m])`
      return query('kafka_network_requestmetrics_requestspersec_oneminuterate', `sum(${perSec})`, dayMs)
    }
    case 'gauge':
      return measure.gauge === 'handlerIdle'
        ? query(metric, `min(${series})`, dayMs)
        : query(metric, `sum by (listener, ${topicLabels}, partition) (${series})`, shortRangeMs)
    case 'offsets':
    case 'group':
      return query(metric, `max by (${groupLabels}) (${series})`, shortRangeMs)
  }
}

/** A name that `measureOf` recognises as this rate. */
function rateName(rate: Extract<Measure, { kind: 'rate' }>['rate']): string {
  const bean = { bytesIn: 'bytesin', bytesOut: 'bytesout', recordsIn: 'messagesin' }[rate]
  return `kafka_server_brokertopicmetrics_${bean}persec_oneminuterate`
}

function rangeOf(promql: string, lengthMs: number, nowEpochMs: number): PrometheusQuery['parameters'] {
  const end = Math.floor(nowEpochMs / minuteMs) * 60
  return { query: promql, start: String(end - lengthMs / 1000), end: String(end), step: '60' }
}
