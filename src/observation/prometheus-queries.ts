/**
 * The queries for the metrics of Kafka that a Prometheus server has.
 */
import { type Labels, type Measure, measureOf } from './metric-names.ts'

/** One query of a range. */
export interface PrometheusQuery {
  /** Name under which its series are read: that of a rate where the server made one of a counter. */
  readonly name: string
  /** Parameters of `/api/v1/query_range`. */
  readonly parameters: Readonly<Record<string, string>>
}

const dayMs = 86_400_000
const minuteMs = 60_000
/** Rates are asked for a day by the minute; offsets and groups, which have a series a partition, for ten minutes. */
const shortMs = 10 * minuteMs

/** Labels without which some names do not say what they measure; the first that makes sense of a name is enough. */
const variants: readonly (readonly Labels[])[] = [
  [{}],
  ['BytesInPerSec', 'BytesOutPerSec', 'MessagesInPerSec'].map((name) => ({ name })),
  ['produce', 'consume'].map((request) => ({ redpanda_request: request })),
]

/** One query for each measure, with what to sum over. Of several spellings of one metric the first is asked for. */
export function prometheusQueries(names: readonly string[], nowEpochMs: number): PrometheusQuery[] {
  const all = names.flatMap((name) => {
    for (const labels of variants) {
      const found = labels.flatMap((each) => {
        const measure = measureOf(name, each)
        return measure === null ? [] : [queryOf(name, selectorOf(each), measure, nowEpochMs)]
      })
      if (found.length > 0) return found
    }
    return []
  })
  return all.filter((each, index) => all.findIndex(({ name }) => name === each.name) === index)
}

function selectorOf(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

const topicLabels = 'topic, topic_name, redpanda_topic'
const groupLabels = `${topicLabels}, consumergroup, group_id, redpanda_group, partition, partition_id, redpanda_partition`

function queryOf(metric: string, selector: string, measure: Measure, nowEpochMs: number): PrometheusQuery {
  const series = `${metric}${selector}`
  switch (measure.kind) {
    case 'rate': {
      const perSec = measure.shape === 'rate' ? series : `rate(${series}[5m])`
      const labels = `${topicLabels}, redpanda_request`
      return query(rateName(measure.rate), `sum by (${labels}) (${perSec})`, dayMs, nowEpochMs)
    }
    case 'requests': {
      const perSec = measure.shape === 'rate' ? series : `rate(${series}[5m])`
      return query('kafka_network_requestmetrics_requestspersec_oneminuterate', `sum(${perSec})`, dayMs, nowEpochMs)
    }
    case 'gauge':
      return measure.gauge === 'handlerIdle'
        ? query(metric, `min(${series})`, dayMs, nowEpochMs)
        : query(metric, `sum by (listener, ${topicLabels}, partition) (${series})`, shortMs, nowEpochMs)
    case 'offsets':
    case 'group':
      return query(metric, `max by (${groupLabels}) (${series})`, shortMs, nowEpochMs)
  }
}

/** A name that is read as a rate. */
function rateName(rate: Extract<Measure, { kind: 'rate' }>['rate']): string {
  const bean = { bytesIn: 'bytesin', bytesOut: 'bytesout', recordsIn: 'messagesin' }[rate]
  return `kafka_server_brokertopicmetrics_${bean}persec_oneminuterate`
}

function query(name: string, promql: string, lengthMs: number, nowEpochMs: number): PrometheusQuery {
  const end = Math.floor(nowEpochMs / minuteMs) * 60
  return { name, parameters: { query: promql, start: String(end - lengthMs / 1000), end: String(end), step: '60' } }
}
