/**
 * Reads a running cluster in parts: its shape, then two or more looks at all offsets, and in between the history by time
 * and samples of batches. It creates no topic, joins no group, commits nothing.
 */
import type { ReadAlready, ReadingBounds, ReadingPart } from '../../contracts/reading-part.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { CostMeter } from './cost-meter.ts'
import { lookAtCommits, lookAtOffsets, looksWithin } from './looks.ts'
import { ObservedCluster } from './observed-cluster.ts'
import { Patience } from './patience.ts'
import { readGroups } from './read-groups.ts'
import { type LogBounds, readHistory } from './read-history.ts'
import { readLogSizes, readProducers, readShape } from './read-shape.ts'
import { waitReporting } from './reporting-wait.ts'
import type { ListedGroup } from './requests/groups.ts'
import { sampleBatches } from './sample-batches.ts'

/** What to read. */
export type ReadingOrder = {
  readonly access: ClusterAccess
  readonly bounds: ReadingBounds
  readonly already: ReadAlready
  readonly signal: AbortSignal
  /** Waits between the tries of a request to a broker that is not ready, in ms. */
  readonly waitsMs?: readonly number[]
  emit(part: ReadingPart): void
}

/**
 * Reads the cluster. Refused requests become refusals. The last part is `end`, also after an abort.
 * @throws an error of kafkajs if no bootstrap server answers
 */
export async function readCluster({ waitsMs, emit, ...order }: ReadingOrder): Promise<void> {
  const { access, bounds, already, signal } = order
  const cost = new CostMeter()
  const cluster = new ObservedCluster({ access, bounds, cost, signal }, new Patience(signal, waitsMs), emit)
  const reportCost = () => emit({ part: 'cost', atEpochMs: Date.now(), cost: cost.read() })
  try {
    const startedAtEpochMs = Date.now()
    await cluster.refresh()
    await readShape(cluster, startedAtEpochMs)
    const lookStartedAtMs = performance.now()
    const logs = await lookAtOffsets(cluster)
    const lookMs = performance.now() - lookStartedAtMs
    const groups = await readGroups(cluster)
    await lookAtCommits(cluster, groups ?? [])
    const background = readBackground(cluster, logs, { bounds, already })
    // It is awaited below. Until then, Node must not take a failure for an unhandled one.
    background.catch(() => undefined)
    await lookAgain(cluster, groups ?? [], { spanMs: bounds.spanMs, lookMs, reportCost })
    await background
    reportCost()
    emit({ part: 'end', atEpochMs: Date.now(), endedEarlyBecause: null })
  } catch (error) {
    if (!signal.aborted) throw error
    reportCost()
    emit({ part: 'end', atEpochMs: Date.now(), endedEarlyBecause: 'The reading was stopped.' })
  } finally {
    await cluster.close()
  }
}

async function readBackground(
  cluster: ObservedCluster,
  logs: LogBounds,
  { bounds, already }: Pick<ReadingOrder, 'bounds' | 'already'>,
): Promise<void> {
  await readLogSizes(cluster)
  if (bounds.sampleBytes > 0) {
    await readProducers(cluster)
    const alreadySampled = new Set(already.samples)
    await sampleBatches(cluster, logs, { budgetBytes: bounds.sampleBytes, alreadySampled, random: Math.random })
  }
  await readHistory(cluster, logs, { hours: bounds.historyHours, already: new Set(already.history) })
}

/** Looks at the offsets in equal intervals until the span is over, and at the commits once more at its end. */
async function lookAgain(
  cluster: ObservedCluster,
  groups: readonly ListedGroup[],
  { spanMs, lookMs, reportCost }: { readonly spanMs: number; readonly lookMs: number; reportCost(): void },
): Promise<void> {
  if (spanMs === 0) return
  const { signal } = cluster.context
  const looks = looksWithin(spanMs, lookMs)
  const startedAtMs = performance.now()
  for (let look = 1; look <= looks; look += 1) {
    const waitMs = startedAtMs + (look * spanMs) / looks - performance.now()
    // The last look took longer than the interval: this one is skipped.
    if (waitMs < 0 && look < looks) continue
    await waitReporting(waitMs, reportCost, signal)
    // Leaders may have moved.
    await cluster.refresh()
    await lookAtOffsets(cluster)
    reportCost()
  }
  await lookAtCommits(cluster, groups)
}
