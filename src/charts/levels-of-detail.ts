/**
 * Levels of detail of a long line. They are computed once before the line is drawn, so that moving along it only has to
 * pick a level.
 *
 * Each level keeps the minimum and the maximum of every section of the line, so that no spike is lost.
 */
import type { LineColumns } from './line-columns.ts'

/** Level 0 is the line itself. Each further level has about half as many points as the previous one. */
export type LevelsOfDetail = readonly LineColumns[]

/** No further level is made below about this many points, because lines with few points are fast to draw. */
const minPointsPerLevel = 512
/** At least this many points are drawn per pixel column: the minimum and the maximum in the column. */
export const pointsPerColumn = 2

/** Cache of the levels of all lines that are in use. */
const levelsByLine = new WeakMap<LineColumns, LevelsOfDetail>()

/** All levels of a line. They are computed at the first call. */
export function levelsOfDetail(line: LineColumns): LevelsOfDetail {
  const levels = levelsByLine.get(line) ?? computeLevels(line)
  levelsByLine.set(line, levels)
  return levels
}

function computeLevels(line: LineColumns): LevelsOfDetail {
  let level = line
  const levels = [level]
  while (level.xs.length >= 2 * minPointsPerLevel) {
    level = halve(level)
    levels.push(level)
  }
  return levels
}

/** The minimum and the maximum of every four points, in order. A gap among the four is kept. */
function halve({ xs, ys }: LineColumns): LineColumns {
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

/**
 * The coarsest level with at least two points per pixel column.
 *
 * @param share share of the line that is drawn, 0 to 1
 * @param columns number of pixel columns on which it is drawn
 */
export function levelFor(levels: LevelsOfDetail, share: number, columns: number): LineColumns {
  const minPoints = pointsPerColumn * columns
  const level = levels.findLast(({ xs }) => xs.length * Math.min(1, share) >= minPoints) ?? levels[0]
  return level ?? { xs: new Float64Array(), ys: new Float64Array() }
}
