/**
 * The measured figures of a run. Headroom either sampled the run, or imported the outputs of other tools.
 */
import { figureNames } from '../contracts/figures.ts'
import type { KnownFigures } from '../contracts/imported-run.ts'
import type { RunRecord } from '../contracts/run-record.ts'

/**
 * The figures of a run. For a sampled run they are means over the steady window, or over the whole load if there is no
 * steady window. For an imported run they are what the tools reported. Null if nothing was measured.
 */
export function measuredFigures({ observations, result }: RunRecord): KnownFigures | null {
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
