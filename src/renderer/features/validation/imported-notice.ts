/**
 * An imported run as a notice: it has no load to draw second by second.
 */
import { figureNames } from '../../../contracts/figures.ts'
import type { ImportedRun } from '../../../contracts/imported-run.ts'
import { formatBinaryByteRate, formatByteRate } from '../../../units/byte-rate.ts'
import { formatRecordRate } from '../../../units/record-rate.ts'
import type { Notice } from '../../application/notices.tsx'

const labels = {
  ingressWireBytesPerSec: 'In, wire',
  ingressPayloadBytesPerSec: 'In, payload',
  egressWireBytesPerSec: 'Out, wire',
  egressPayloadBytesPerSec: 'Out, payload',
  recordsPerSec: 'Records written',
} as const

/** What it says: its verdict where it was laid on a prediction, and the figures that its tools told. */
export function importedNotice({ name, label, overlay, figures }: ImportedRun): Notice {
  const told = figureNames.flatMap((figure) => {
    const value = figures[figure]
    if (value === null) return []
    if (figure === 'recordsPerSec') return [`${labels[figure]}: ${formatRecordRate(value)}`]
    return [`${labels[figure]}: ${formatByteRate(value)} (${formatBinaryByteRate(value)})`]
  })
  return { text: `${name}: ${overlay?.reason ?? `${label}, not laid on a prediction.`}`, details: told }
}
