/**
 * Recognises Kafka's metrics by name. The name of one MBean has at least five spellings, which depend on the exporter's
 * rules, so names are compared in lower case without underscores.
 */
import type { MeasuredRate } from './metric-series.ts'

/** The quantity that a series measures. */
export type Measure =
  | { readonly kind: 'rate'; readonly rate: MeasuredRate; readonly shape: Shape }
  /** End offsets of partitions. They grow with the records written. */
  | { readonly kind: 'offsets' }
  | { readonly kind: 'requests'; readonly shape: Shape }
  | {
      readonly kind: 'gauge'
      readonly gauge: 'connections' | 'connectionAttempts' | 'partitionReplicas' | 'logSize' | 'handlerIdle'
    }
  | { readonly kind: 'group'; readonly figure: 'lag' | 'offsets' | 'members' }

/** A counter is a running total, a rate is per second. If unsure, the values decide: rising values are a counter. */
export type Shape = 'counter' | 'rate' | 'unsure'

/** The labels of a series, by name. */
export type Labels = Readonly<Record<string, string>>

/**
 * Returns the quantity that a series measures; null if it is not used. Mean rates since the broker's start are never
 * used.
 */
export function measureOf(name: string, labels: Labels): Measure | null {
  const plain = plainName(name, labels)
  const rate = topicMetric.exec(plain)?.groups
  // Confluent's Helm charts name the rates of one minute without their attribute.
  if (rate !== undefined) {
    const { chart, bean = '', attribute = '' } = rate
    return rateOf(bean, chart !== undefined && attribute === '' ? 'rate' : attribute)
  }
  const redpanda = redpandaMeasure(plain, labels)
  if (redpanda !== null) return redpanda
  const requests = /^kafkanetworkrequestmetricsrequests(?:persec)?(total|count|oneminuterate|rate)?$/.exec(plain)
  if (requests !== null) return { kind: 'requests', shape: shapeOf(requests[1] ?? '') ?? 'unsure' }
  return otherMeasures.find(({ words }) => words.test(plain))?.measure ?? null
}

/**
 * Bytes or records of topics. Bitnami's charts put `total_` before the sum over all topics, Confluent's Helm charts put `cp_`
 * before all names.
 */
const topicMetric =
  /^(?<chart>cp)?kafkaserverbrokertopicmetrics(?:total)?(?<bean>bytesin|bytesout|messagesin)(?:persec)?(?<attribute>.*)$/

/** The name with the MBean's property `name` at its usual place, also if the exporter made a label of it. */
function plainName(name: string, labels: Labels): string {
  const plain = name.toLowerCase().replaceAll('_', '')
  const bean = (labels.name ?? '').toLowerCase()
  const attribute = /(count|value|oneminuterate|fiveminuterate|fifteenminuterate|meanrate|total)$/.exec(plain)
  if (bean === '' || plain.includes(bean)) return plain
  return attribute === null ? `${plain}${bean}` : `${plain.slice(0, attribute.index)}${bean}${attribute[0]}`
}

const measuredByName: Readonly<Record<string, MeasuredRate>> = {
  bytesin: 'bytesIn',
  bytesout: 'bytesOut',
  messagesin: 'recordsIn',
}

function rateOf(name: string, attribute: string): Measure | null {
  const rate = measuredByName[name]
  const shape = shapeOf(attribute)
  return rate === undefined || shape === null ? null : { kind: 'rate', rate, shape }
}

/** Null for attributes that are not used: mean rates since the start, and averages over 5 or 15 minutes. */
function shapeOf(attribute: string): Shape | null {
  if (attribute === 'total' || attribute === 'count') return 'counter'
  if (attribute === 'oneminuterate' || attribute === 'rate') return 'rate'
  return attribute === '' ? 'unsure' : null
}

function redpandaMeasure(plain: string, labels: Labels): Measure | null {
  const request = labels.redpanda_request
  if (plain === 'redpandakafkarequestbytestotal' && (request === 'produce' || request === 'consume')) {
    return { kind: 'rate', rate: request === 'produce' ? 'bytesIn' : 'bytesOut', shape: 'counter' }
  }
  if (plain === 'redpandakafkarecordsproducedtotal') return { kind: 'rate', rate: 'recordsIn', shape: 'counter' }
  return null
}

const otherMeasures: readonly { readonly words: RegExp; readonly measure: Measure }[] = [
  // kminion, kafka_exporter, Burrow, Redpanda, OpenTelemetry.
  {
    words:
      /^(?:kminionkafkatopicpartitionhighwatermark|kafkatopicpartitioncurrentoffset|burrowkafkatopicpartitionoffset|redpandakafkamaxoffset|kafkapartitioncurrentoffset)$/,
    measure: { kind: 'offsets' },
  },
  { words: /^kafkaserversocketservermetricsconnectioncount$/, measure: { kind: 'gauge', gauge: 'connections' } },
  {
    words: /^kafkaserversocketservermetricsconnectioncreationrate$/,
    measure: { kind: 'gauge', gauge: 'connectionAttempts' },
  },
  {
    words: /^kafkaserverreplicamanagerpartitioncount(?:value)?$/,
    measure: { kind: 'gauge', gauge: 'partitionReplicas' },
  },
  { words: /^kafkaloglog(?:size(?:value)?|value)$/, measure: { kind: 'gauge', gauge: 'logSize' } },
  {
    words: /^kafkaserverkafkarequesthandlerpoolrequesthandleravgidlepercentoneminuterate$/,
    measure: { kind: 'gauge', gauge: 'handlerIdle' },
  },
  {
    words: /^(?:kminionkafkaconsumergrouptopicpartitionlag|kafkaconsumergrouplag|burrowkafkaconsumerpartitionlag)$/,
    measure: { kind: 'group', figure: 'lag' },
  },
  {
    words:
      /^(?:kafkaconsumergroupcurrentoffset|burrowkafkaconsumercurrentoffset|redpandakafkaconsumergroupcommittedoffset)$/,
    measure: { kind: 'group', figure: 'offsets' },
  },
  {
    words: /^(?:kminionkafkaconsumergrouptopicmembers|kafkaconsumergroupmembers|redpandakafkaconsumergroupconsumers)$/,
    measure: { kind: 'group', figure: 'members' },
  },
]

/** The value of the first of these labels that is present and not empty; null if none is. */
function labelOf(labels: Labels, names: readonly string[]): string | null {
  for (const name of names) {
    const value = labels[name]
    if (value !== undefined && value !== '') return value
  }
  return null
}

/** The topic of a series; null if the series is the sum over all topics. */
export function topicLabel(labels: Labels): string | null {
  return labelOf(labels, ['topic', 'topic_name', 'redpanda_topic'])
}

/** The consumer group of a series; null if it has none. */
export function groupLabel(labels: Labels): string | null {
  return labelOf(labels, ['consumergroup', 'group_id', 'group', 'redpanda_group'])
}

/** The partition of a series; null if it has none. */
export function partitionLabel(labels: Labels): string | null {
  return labelOf(labels, ['partition', 'partition_id', 'redpanda_partition'])
}
