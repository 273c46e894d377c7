/**
 * Texts on the records of a producer.
 */
import type { PlannedProducer } from '../../contracts/run-plan.ts'
import type { Producer } from '../../contracts/workload.ts'
import { formatBytes } from '../../units/bytes.ts'
import { counted } from '../../units/count.ts'
import { formatPercent } from '../../units/ratio.ts'

/**
 * The size of a record: "512 B + key 8 B + 2 headers". If sizes of values differ, their range follows the mean, or the kind
 * of their distribution if the producer is not planned yet.
 */
export function recordText(producer: Producer | PlannedProducer): string {
  const { recordValueBytes, recordKeyBytes, headers } = producer
  const value = `${formatBytes(recordValueBytes)}${spreadText(producer)}`
  const more = headers === undefined ? '' : ` + ${counted(headers.count, 'header')}`
  return `${value} + key ${formatBytes(recordKeyBytes)}${more}`
}

/** Codec and ratio: "lz4 to 40 %"; "no compression". */
export function compressionText({ compression, compressionRatio }: Producer | PlannedProducer): string {
  if (compression === 'none') return 'no compression'
  return compressionRatio === undefined ? compression : `${compression} to ${formatPercent(compressionRatio)}`
}

function spreadText(producer: Producer | PlannedProducer): string {
  if ('recordValueSizesBytes' in producer && producer.recordValueSizesBytes !== undefined) {
    const sizes = producer.recordValueSizesBytes
    return ` (${formatBytes(Math.min(...sizes))}–${formatBytes(Math.max(...sizes))})`
  }
  const sizes = 'recordSizes' in producer ? producer.recordSizes : undefined
  return sizes === undefined || sizes.kind === 'fixed' ? '' : ` (mean, ${sizes.kind})`
}
