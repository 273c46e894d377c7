import { judgeBand } from './band-verdict.ts'
import type { BandCase, Judgement } from './judgement.ts'
import { judgeMetLoad } from './met-load-verdict.ts'
import { judgeShortfall } from './shortfall.ts'
import { judgeWireProfile } from './wire-profile.ts'

/**
 * The verdict on a run without doubts. The first rule that applies decides: a figure below its band; records that took
 * more bytes on the wire than predicted; an offered load that was met; the measured intervals against the bands.
 */
export function judgeLoad(bandCase: BandCase): Judgement {
  return judgeShortfall(bandCase) ?? judgeWireProfile(bandCase) ?? judgeMetLoad(bandCase) ?? judgeBand(bandCase)
}
