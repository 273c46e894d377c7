/**
 * Describes before a validation what it will create, how much it will write and how long it will take.
 */
import type { ValidationPreview } from '../../contracts/validation-request.ts'
import { formatBytes } from '../../units/bytes.ts'
import { counted } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import { type Block, blocks, type Fact, facts, list } from '../document.ts'

/** The run's target, topics, clients, load and duration. */
export function runPreviewFacts({ summary, target }: Pick<ValidationPreview, 'summary' | 'target'>): Fact[] {
  const topics = `${counted(summary.topics, 'topic')}, ${counted(summary.partitions, 'partition')}`
  return [
    ['Runs on', target.label],
    summary.usesExistingTopics === true
      ? ['Uses', `${topics}, existing; neither altered nor deleted`]
      : ['Creates', `${topics}; deleted afterwards`],
    ['Clients', `${counted(summary.producerClients, 'producer')}, ${counted(summary.consumerClients, 'consumer')}`],
    ['Offered load', formatRecordRate(summary.offeredRecordsPerSec)],
    ['Writes', `at most ${formatBytes(summary.writtenWireBytes)} before replication`],
    ['Duration', `${formatDuration(summary.durationMs)} of load, then clean-up`],
  ]
}

/** `runPreviewFacts`, and notes on how the run differs from its scenario and whether the client host is fast enough. */
export function runPreviewBlocks(preview: ValidationPreview): Block[] {
  const { notes, clientCeiling } = preview
  const sentences = [...notes, ...(clientCeiling === undefined ? [] : [clientCeiling.sentence])]
  return blocks(facts(runPreviewFacts(preview)), sentences.length > 0 && list(sentences))
}
