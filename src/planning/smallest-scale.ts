/**
 * The scale below which a scaled cluster refuses what the whole one takes: limits shrink with the scale, and what idle
 * clients and brokers need does not.
 */
import { AppError } from '../contracts/app-error.ts'

/** Scales are searched with two significant digits: 90 of them in each power of ten. */
const scalesPerDecade = 90

/**
 * @param refusals why the workload is refused at this scale, each as a sentence; empty if it is taken
 * @param isTakenAt whether it is taken at another scale; with a larger scale never less likely
 * @throws AppError PLAN_IMPOSSIBLE with the smallest scale that works, if the workload is refused at this scale only
 */
export function checkScale(scale: number, refusals: readonly string[], isTakenAt: (scale: number) => boolean): void {
  if (scale >= 1 || refusals.length === 0 || !isTakenAt(1)) return
  throw new AppError(
    'PLAN_IMPOSSIBLE',
    `At scale ${scale} the limits are too small for what this workload needs at any rate. At full size it is taken.`,
    {
      problems: refusals.map((message) => ({ place: `scale ${scale}`, message })),
      remedy: `Use a scale of ${smallestScale(scale, isTakenAt)} or more.`,
    },
  )
}

/** The smallest scale of two significant digits above a refused one that is taken. */
function smallestScale(refused: number, isTakenAt: (scale: number) => boolean): number {
  let taken = 0
  let tooSmall = Math.ceil((1 - Math.log10(refused)) * scalesPerDecade)
  while (tooSmall - taken > 1) {
    const middle = Math.floor((taken + tooSmall) / 2)
    const scale = stepBelowOne(middle)
    if (scale > refused && isTakenAt(scale)) taken = middle
    else tooSmall = middle
  }
  return stepBelowOne(taken)
}

/** 1, 0.99, … 0.1, 0.099, … */
function stepBelowOne(index: number): number {
  const percent = 100 - (index % scalesPerDecade)
  return Number(`${percent}e${-2 - Math.floor(index / scalesPerDecade)}`)
}
