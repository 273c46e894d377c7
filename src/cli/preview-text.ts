/**
 * What a run would do, before it does.
 */
import type { ValidationPreview } from '../contracts/validation-request.ts'
import { textWidth, wrapText } from '../presentation/painters/columns.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** What a run will write and where, before it asks; in lines of at most `columns` characters. */
export function previewText({ target, summary, notes, clientCeiling }: ValidationPreview, columns: number): string {
  const topics = summary.topics === 1 ? '1 topic' : `${formatCount(summary.topics)} topics`
  const what = `${topics} with ${formatCount(summary.partitions)} partitions`
  const text = [
    summary.usesExistingTopics === true
      ? `This run writes into ${what} that are on ${target.label}; it neither alters nor deletes them.`
      : `This run makes ${what} on ${target.label} and deletes them afterwards.`,
    `${formatCount(summary.producerClients)} producers and ${formatCount(summary.consumerClients)} consumers`,
    `offer ${formatRecordRate(summary.offeredRecordsPerSec)} for ${formatDuration(summary.durationMs)}:`,
    `at most ${formatBytes(summary.writtenWireBytes)} are written, before replication.`,
  ]
  const told = [...notes, ...(clientCeiling === undefined ? [] : [clientCeiling.sentence])]
  return [text.join(' '), ...told].map((each) => wrapText(each, textWidth(columns))).join('')
}
