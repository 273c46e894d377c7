/**
 * What a run measured, whichever way it was observed.
 */
import { figureNames } from '../contracts/figures.ts'
import type { KnownFigures } from '../contracts/imported-run.ts'
import type { StoredRun } from '../contracts/run-record.ts'

/**
 * The figures of a run: steady means, or means over the whole load where it has no steady window; of tools' outputs what
 * they come to. Null where it measured nothing.
 */
export function measuredFigures({ observations, result }: StoredRun): KnownFigures | null {
  if (observations.kind === 'outputs') {
    const { figures } = observations
    return figureNames.some((name) => figures[name] !== null) ? figures : null
  }
  if (result === null) return null
  const { steady, wholeRun } = result
  if (steady === null) return wholeRun
  const { ingressWireBytesPerSec, ingressPayloadBytesPerSec, egressWireBytesPerSec, egressPayloadBytesPerSec } = steady
  return {
    ingressWireBytesPerSec: ingressWireBytesPerSec.mean,
    ingressPayloadBytesPerSec: ingressPayloadBytesPerSec.mean,
    egressWireBytesPerSec: egressWireBytesPerSec.mean,
    egressPayloadBytesPerSec: egressPayloadBytesPerSec.mean,
    recordsPerSec: steady.recordsPerSec.mean,
  }
}
