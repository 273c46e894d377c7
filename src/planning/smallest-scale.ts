/**
 * Finds the smallest scale at which a scaled cluster accepts a workload. Limits shrink with the scale, but the needs of
 * idle clients and brokers do not, so a small scale may refuse what the full-size cluster accepts.
 */
import { AppError } from '../contracts/app-error.ts'

/** Scales have two significant digits, so there are 90 per power of ten. */
const scalesPerDecade = 90

/**
 * Throws if the workload is refused at this scale but not at full size.
 * @param refusals sentences that say why the workload is refused at this scale; empty if it is accepted
 * @param isAcceptedAt true if the workload is accepted at another scale; must not become false for larger scales
 * @throws AppError PLAN_IMPOSSIBLE with the smallest scale that works, if the workload is refused at this scale only
 */
export function checkScale(scale: number, refusals: readonly string[], isAcceptedAt: (scale: number) => boolean): void {
  if (scale >= 1 || refusals.length === 0 || !isAcceptedAt(1)) return
  throw new AppError(
    'PLAN_IMPOSSIBLE',
    `At scale ${scale} the limits are too small for what this workload needs even without traffic. At full size it is accepted.`,
    {
      problems: refusals.map((message) => ({ place: `scale ${scale}`, message })),
      remedy: `Use a scale of ${smallestScale(scale, isAcceptedAt)} or more.`,
    },
  )
}

/** The smallest accepted scale with two significant digits above a refused one, by bisection. */
function smallestScale(refused: number, isAcceptedAt: (scale: number) => boolean): number {
  let accepted = 0
  let tooSmall = Math.ceil((1 - Math.log10(refused)) * scalesPerDecade)
  while (tooSmall - accepted > 1) {
    const middle = Math.floor((accepted + tooSmall) / 2)
    const scale = scaleAt(middle)
    if (scale > refused && isAcceptedAt(scale)) accepted = middle
    else tooSmall = middle
  }
  return scaleAt(accepted)
}

/** The scales in falling order by index: 1, 0.99, … 0.1, 0.099, … */
function scaleAt(index: number): number {
  const percent = 100 - (index % scalesPerDecade)
  return Number(`${percent}e${-2 - Math.floor(index / scalesPerDecade)}`)
}
