import { judgeBand } from './band-verdict.ts'
import type { BandCase, Judgement } from './judgement.ts'
import { judgeMetLoad } from './met-load-verdict.ts'
import { judgeShortfall } from './shortfall.ts'
import { judgeWireProfile } from './wire-profile.ts'

/**
 * The verdict on a load that may be judged. In this order, the first that applies: a figure below its band, records that took
 * other bytes on the wire, an offered load that was met, the band against the intervals.
 */
export function judgeLoad(bandCase: BandCase): Judgement {
  return judgeShortfall(bandCase) ?? judgeWireProfile(bandCase) ?? judgeMetLoad(bandCase) ?? judgeBand(bandCase)
}
