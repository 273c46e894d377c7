/**
 * Reads a running cluster in parts: its brokers, topics and settings, then two or more snapshots of all offsets, and in between
 * samples of batches and the history of the offsets. It creates no topic, joins no group and commits nothing.
 */
import type { ReadAlready, ReadingBounds, ReadingPart } from '../../contracts/reading-part.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { CostMeter } from './cost-meter.ts'
import { ObservedCluster } from './observed-cluster.ts'
import { snapshotCommits, snapshotOffsets, snapshotsWithin } from './offset-snapshots.ts'
import { Patience } from './patience.ts'
import { readGroups } from './read-groups.ts'
import { type LogBounds, readHistory } from './read-history.ts'
import { readLogSizes, readProducers, readShape } from './read-shape.ts'
import { waitReporting } from './reporting-wait.ts'
import type { ListedGroup } from './requests/groups.ts'
import { sampleBatches } from './sample-batches.ts'
import { readingTimeMs } from './steady-clock.ts'
import { topicChangeNotes } from './topic-changes.ts'

/** Input of a reading. */
export type ReadingInput = {
  readonly access: ClusterAccess
  readonly bounds: ReadingBounds
  readonly already: ReadAlready
  readonly signal: AbortSignal
  /** Waits between attempts of a request to a broker that is not ready, in ms. */
  readonly waitsMs?: readonly number[]
  /** How long the cluster may be unreachable during the reading, and the time between attempts then, in ms. */
  readonly outage?: { readonly mostMs: number; readonly retryMs: number }
  emit(part: ReadingPart): void
}

/**
 * Reads the cluster. Refused requests become refusals. The last part is `end`, also after an abort.
 * @throws an error of kafkajs if no bootstrap server responds
 */
export async function readCluster({ waitsMs, outage, emit, ...input }: ReadingInput): Promise<void> {
  const { access, bounds, already, signal } = input
  const cost = new CostMeter()
  const cluster = new ObservedCluster({ access, bounds, cost, signal }, new Patience(signal, waitsMs), emit, outage)
  const reportCost = () => emit({ part: 'cost', atEpochMs: readingTimeMs(), cost: cost.read() })
  try {
    const startedAtEpochMs = readingTimeMs()
    await cluster.refresh()
    const topicsAtStart = cluster.metadata.topics
    await readShape(cluster, startedAtEpochMs)
    const snapshotStartedAtMs = performance.now()
    const logs = await snapshotOffsets(cluster)
    const snapshotMs = performance.now() - snapshotStartedAtMs
    const groups = await readGroups(cluster)
    await snapshotCommits(cluster, groups ?? [])
    const background = readBackground(cluster, logs, { bounds, already })
    // It is awaited below. A failure before that must not count as an unhandled rejection.
    background.catch(() => undefined)
    await snapshotRepeatedly(cluster, groups ?? [], { spanMs: bounds.spanMs, snapshotMs, reportCost })
    await background
    for (const note of topicChangeNotes(topicsAtStart, cluster.metadata.topics)) emit({ part: 'note', note })
    reportCost()
    emit({ part: 'end', atEpochMs: readingTimeMs(), endedEarlyBecause: null })
  } catch (error) {
    if (!signal.aborted) throw error
    reportCost()
    emit({ part: 'end', atEpochMs: readingTimeMs(), endedEarlyBecause: 'The reading was stopped.' })
  } finally {
    await cluster.close()
  }
}

/** What is read between the snapshots: sizes of logs, producers, samples of batches and the history. */
async function readBackground(
  cluster: ObservedCluster,
  logs: LogBounds,
  { bounds, already }: Pick<ReadingInput, 'bounds' | 'already'>,
): Promise<void> {
  await readLogSizes(cluster)
  if (bounds.sampleBytes > 0) {
    await readProducers(cluster)
    const alreadySampledTopics = new Set(already.samples)
    await sampleBatches(cluster, logs, { budgetBytes: bounds.sampleBytes, alreadySampledTopics, random: Math.random })
  }
  await readHistory(cluster, logs, { hours: bounds.historyHours, alreadyReadTopics: new Set(already.history) })
}

/** Takes snapshots of the offsets at equal intervals until the span is over, and one more of the commits at its end. */
async function snapshotRepeatedly(
  cluster: ObservedCluster,
  groups: readonly ListedGroup[],
  { spanMs, snapshotMs, reportCost }: { readonly spanMs: number; readonly snapshotMs: number; reportCost(): void },
): Promise<void> {
  if (spanMs === 0) return
  const { signal } = cluster.context
  const snapshots = snapshotsWithin(spanMs, snapshotMs)
  const startedAtMs = performance.now()
  for (let snapshot = 1; snapshot <= snapshots; snapshot += 1) {
    const waitMs = startedAtMs + (snapshot * spanMs) / snapshots - performance.now()
    // The previous snapshot took longer than the interval, so this one is skipped.
    if (waitMs < 0 && snapshot < snapshots) continue
    await waitReporting(waitMs, reportCost, signal)
    // Leaders may have moved.
    await cluster.refresh()
    await snapshotOffsets(cluster)
    reportCost()
  }
  await snapshotCommits(cluster, groups)
}
