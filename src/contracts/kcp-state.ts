/**
 * The state file of Confluent's kcp (`kcp-state.json`). Only fields that are used are listed. Older files have no
 * `schema_version`.
 */
import { z } from 'zod'
import { cloudwatchAnswer } from './cloudwatch-response.ts'
import { count, nonNegative } from './primitives.ts'

const shortText = z.string().max(2000)

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
      start_date: shortText.nullish(),
      end_date: shortText.nullish(),
      period: nonNegative.nullish(),
      number_of_broker_nodes: count.nullish(),
      instance_type: shortText.nullish(),
      broker_type: shortText.nullish(),
      kafka_version: shortText.nullish(),
    })
    .nullish(),
  /** Points that kcp read itself, or CloudWatch's results unchanged. */
  results: z
    .array(
      z.union([
        z.object({ start: shortText, end: shortText, label: shortText, value: z.number().finite().nullish() }),
        cloudwatchAnswer.shape.MetricDataResults.element,
      ]),
    )
    .max(200_000)
    .nullish(),
  aggregates: z.record(shortText, aggregate).nullish(),
})
export type KcpMetrics = z.output<typeof metrics>

const kcpCluster = z.object({
  name: shortText.nullish(),
  id: shortText.nullish(),
  arn: shortText.nullish(),
  kafka_admin_client_information: z
    .object({
      topics: z.object({ details: z.array(topicDetails).max(20_000).nullish() }).nullish(),
      discovered_brokers: z.array(z.unknown()).max(10_000).nullish(),
    })
    .nullish(),
  metrics: metrics.nullish(),
  discovered_clients: z
    .array(z.object({ client_id: shortText, topic: shortText.nullish(), role: shortText.nullish() }))
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
