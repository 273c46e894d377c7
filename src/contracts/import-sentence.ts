/**
 * Describes an imported run in one sentence.
 */

import { formatBinaryByteRate, formatByteRate } from '../units/byte-rate.ts'
import { upperFirst } from '../units/first-letter.ts'
import { joinNames } from '../units/join-names.ts'
import { type OutputsRun, runLabel } from './run-record.ts'

/** Returns the reason of the verdict or, without a prediction, the imported rates. */
export function headSentenceOfImport(run: OutputsRun): string {
  if (run.overlay !== null) return run.overlay.reason
  const { figures } = run.observations
  const label = runLabel(run)
  const { ingressPayloadBytesPerSec: written, egressPayloadBytesPerSec: read } = figures
  const { ingressWireBytesPerSec: wireIn, egressWireBytesPerSec: wireOut } = figures
  const rates = [
    ...sideText('in', written ?? wireIn, written === null ? 'on the wire' : 'of payload'),
    ...sideText('out', read ?? wireOut, read === null ? 'on the wire' : 'of payload'),
  ]
  const what = rates.length === 0 ? 'no rate of bytes' : joinNames(rates)
  return `${upperFirst(label)}: ${what}; there is no prediction to compare it with.`
}

function sideText(direction: string, value: number | null, kind: string): string[] {
  return value === null ? [] : [`${formatByteRate(value)} (${formatBinaryByteRate(value)}) ${kind} ${direction}`]
}
