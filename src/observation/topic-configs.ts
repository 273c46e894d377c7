/**
 * Turns a topic's settings, by Kafka's names, into facts.
 */
import { compressionCodecs } from '../contracts/workload.ts'
import type { Fact, Known } from './source-reading.ts'

/** Kafka's value for an unlimited setting. */
const unlimited = -1

/** The facts. Settings that are missing, unlimited or implausible are left out. */
export function topicConfigFacts(
  topic: string,
  configs: Readonly<Record<string, string | null>>,
  known: Known,
): Fact[] {
  const number = (name: string): number | null => {
    const value = Number(configs[name] ?? Number.NaN)
    return Number.isFinite(value) && value > 0 && value !== unlimited ? value : null
  }
  const text = (name: string) => configs[name] ?? null
  const [retentionMs, minInsync] = [number('retention.ms'), number('min.insync.replicas')]
  const [cleanup, timestamps] = [text('cleanup.policy'), text('message.timestamp.type')]
  const codec = text('compression.type')
  const compression = compressionCodecs.find((each) => each === (codec === 'uncompressed' ? 'none' : codec))
  return [
    ...(retentionMs === null || retentionMs > 1e13
      ? []
      : [{ of: 'topic', topic, field: 'retentionMs', value: retentionMs, ...known } as const]),
    ...(minInsync === null || minInsync > 9
      ? []
      : [{ of: 'topic', topic, field: 'minInsyncReplicas', value: minInsync, ...known } as const]),
    ...(cleanup === null
      ? []
      : [{ of: 'topic-text', topic, field: 'cleanupPolicy', value: cleanup, ...known } as const]),
    ...(timestamps === null
      ? []
      : [{ of: 'topic-text', topic, field: 'timestampType', value: timestamps, ...known } as const]),
    ...(compression === undefined
      ? []
      : [{ of: 'topic-text', topic, field: 'compression', value: compression, ...known } as const]),
  ]
}
