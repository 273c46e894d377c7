/**
 * The state file of Confluent's kcp (`kcp-state.json`). Only fields that are used are listed. Older files have no
 * `schema_version`.
 */
import { z } from 'zod'
import { cloudwatchAnswer } from './cloudwatch-response.ts'
import { count, nonNegative } from './primitives.ts'

const text = z.string().max(2000)

const topicDetails = z.object({
  name: z.string().min(1).max(1000),
  partitions: count.max(200_000),
  replication_factor: count.max(50),
  configurations: z.record(z.string().max(300), z.string().max(10_000).nullable()).nullish(),
})

/** Average and extremes of a metric. A value that the source does not have is null or left out. */
const aggregate = z.object({ avg: nonNegative.nullish(), max: nonNegative.nullish(), min: nonNegative.nullish() })

const metrics = z.object({
  metadata: z
    .object({
      start_date: text.nullish(),
      end_date: text.nullish(),
      period: nonNegative.nullish(),
      number_of_broker_nodes: count.nullish(),
      instance_type: text.nullish(),
      broker_type: text.nullish(),
      kafka_version: text.nullish(),
    })
    .nullish(),
  /** Points that kcp read itself, or CloudWatch's results unchanged. */
  results: z
    .array(
      z.union([
        z.object({ start: text, end: text, label: text, value: z.number().finite().nullish() }),
        cloudwatchAnswer.shape.MetricDataResults.element,
      ]),
    )
    .max(200_000)
    .nullish(),
  aggregates: z.record(text, aggregate).nullish(),
})
export type KcpMetrics = z.output<typeof metrics>

const kcpCluster = z.object({
  name: text.nullish(),
  id: text.nullish(),
  arn: text.nullish(),
  kafka_admin_client_information: z
    .object({
      topics: z.object({ details: z.array(topicDetails).max(20_000).nullish() }).nullish(),
      discovered_brokers: z.array(z.unknown()).max(10_000).nullish(),
    })
    .nullish(),
  metrics: metrics.nullish(),
  discovered_clients: z
    .array(z.object({ client_id: text, topic: text.nullish(), role: text.nullish() }))
    .max(200_000)
    .nullish(),
})
export type KcpCluster = z.output<typeof kcpCluster>

/** The state file. Its clusters are self-managed (`osk_sources`) or of Amazon MSK (`msk_sources`). */
export const kcpState = z.object({
  osk_sources: z.object({ clusters: z.array(kcpCluster).max(1000).nullish() }).nullish(),
  msk_sources: z
    .object({
      regions: z
        .array(z.object({ clusters: z.array(kcpCluster).max(1000).nullish() }))
        .max(100)
        .nullish(),
    })
    .nullish(),
})
