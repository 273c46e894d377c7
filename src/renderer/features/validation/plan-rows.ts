/**
 * What a validation will do, as names and values. Pure.
 */
import type { ValidationPreview } from '../../../contracts/validation-request.ts'
import { formatBytes } from '../../../units/bytes.ts'
import { counted } from '../../../units/count.ts'
import { formatDuration } from '../../../units/duration.ts'
import { formatRecordRate } from '../../../units/record-rate.ts'
import type { HideHosts } from './presented-run.ts'

/** In the order in which they are asked. */
export function planRows(
  { summary, target }: Pick<ValidationPreview, 'summary' | 'target'>,
  hide: HideHosts,
): readonly (readonly [name: string, text: string])[] {
  const topics = `${counted(summary.topics, 'topic')}, ${counted(summary.partitions, 'partition')}`
  return [
    ['Runs on', hide(target.label)],
    summary.usesExistingTopics === true
      ? ['Uses', `${topics}, existing; neither altered nor deleted`]
      : ['Creates', `${topics}; deleted afterwards`],
    ['Clients', `${counted(summary.producerClients, 'producer')}, ${counted(summary.consumerClients, 'consumer')}`],
    ['Offered load', formatRecordRate(summary.offeredRecordsPerSec)],
    ['Writes', `at most ${formatBytes(summary.writtenWireBytes)} before replication`],
    ['Duration', `${formatDuration(summary.durationMs)} of load, then clean-up`],
  ]
}
