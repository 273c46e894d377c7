/**
 * A long line at several levels of detail, computed before it is drawn: panning picks a level and computes nothing.
 *
 * Each level keeps the lowest and the highest value of every stretch of the line, so that no spike is lost.
 */
import type { LineColumns } from './line-columns.ts'

/** Level 0 is the line itself; each further one has about half the points of the one before. */
export type LevelsOfDetail = readonly LineColumns[]

/** A level with fewer points is drawn at once. */
const fewestPoints = 512
/** Fewest drawn points per pixel column: the lowest and the highest value in it. */
export const pointsPerColumn = 2

/** Levels of the lines that are drawn now. */
const computed = new WeakMap<LineColumns, LevelsOfDetail>()

/** All levels of a line, computed once. */
export function levelsOfDetail(line: LineColumns): LevelsOfDetail {
  const levels = computed.get(line) ?? computeLevels(line)
  computed.set(line, levels)
  return levels
}

function computeLevels(line: LineColumns): LevelsOfDetail {
  let level = line
  const levels = [level]
  while (level.xs.length >= 2 * fewestPoints) {
    level = halved(level)
    levels.push(level)
  }
  return levels
}

/** The lowest and the highest of each four points, in order. A gap among them is kept. */
function halved({ xs, ys }: LineColumns): LineColumns {
  const [keptXs, keptYs]: [number[], number[]] = [[], []]
  const keep = (index: number): void => {
    keptXs.push(xs[index] ?? 0)
    keptYs.push(ys[index] ?? Number.NaN)
  }
  for (let start = 0; start < xs.length; start += 4) {
    const end = Math.min(start + 4, xs.length)
    let [low, high, gap] = [-1, -1, -1]
    for (let index = start; index < end; index += 1) {
      const y = ys[index] ?? Number.NaN
      if (Number.isNaN(y)) gap = index
      else {
        if (low === -1 || y < (ys[low] ?? 0)) low = index
        if (high === -1 || y >= (ys[high] ?? 0)) high = index
      }
    }
    for (const index of [...new Set([low, high, gap])].sort((a, b) => a - b)) if (index !== -1) keep(index)
  }
  return { xs: Float64Array.from(keptXs), ys: Float64Array.from(keptYs) }
}

/** The coarsest level with two points per pixel column if `share` of the line is drawn on `columns` pixel columns. */
export function levelFor(levels: LevelsOfDetail, share: number, columns: number): LineColumns {
  const wanted = pointsPerColumn * columns
  const level = levels.findLast(({ xs }) => xs.length * Math.min(1, share) >= wanted) ?? levels[0]
  return level ?? { xs: new Float64Array(), ys: new Float64Array() }
}
