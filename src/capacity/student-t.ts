/**
 * Student's t distribution. Its values come from a table, because predictions ask for thousands of values of the same few
 * distributions.
 *
 * With t = sqrt(n) tan(a), the density is proportional to cos(a)^(n - 1) on a finite range, so the table covers even
 * the heavy tails of few degrees of freedom.
 */

/** Cells of the table between -pi/2 and pi/2. Values are exact to 1e-5. */
const cells = 1024

/** Number of tables that are kept. A model has seven laws, and a calibration changes a few of them. */
const maxKept = 64

/** A distribution. */
export type StudentT = {
  /** P(T > t). Falls from 1 to 0. */
  readonly survival: (t: number) => number
  /** The t that is exceeded with a probability of 0 to 1, ends excluded. */
  readonly exceededWith: (probability: number) => number
}

const kept = new Map<number, StudentT>()

/** The distribution with this number of degrees of freedom, at least 1. It need not be a whole number. */
export function studentT(degreesOfFreedom: number): StudentT {
  const known = kept.get(degreesOfFreedom)
  if (known !== undefined) return known
  if (kept.size >= maxKept) kept.clear()
  const made = fromTable(tableOf(degreesOfFreedom), Math.sqrt(degreesOfFreedom))
  kept.set(degreesOfFreedom, made)
  return made
}

/** P(angle < each edge of the cells), by Simpson's rule. */
function tableOf(degreesOfFreedom: number): Float64Array {
  const density = (place: number) => Math.max(0, Math.cos(angleAt(place))) ** (degreesOfFreedom - 1)
  const table = new Float64Array(cells + 1)
  let sum = 0
  for (let cell = 0; cell < cells; cell++) {
    sum += density(cell) + 4 * density(cell + 0.5) + density(cell + 1)
    table[cell + 1] = sum
  }
  for (let edge = 0; edge <= cells; edge++) table[edge] = (table[edge] ?? 0) / sum
  return table
}

function angleAt(place: number): number {
  return (place / cells - 0.5) * Math.PI
}

function fromTable(table: Float64Array, root: number): StudentT {
  return {
    survival: (t) => {
      const place = (Math.atan(t / root) / Math.PI + 0.5) * cells
      const cell = Math.min(cells - 1, Math.floor(place))
      const below = table[cell] ?? 0
      return 1 - below - (place - cell) * ((table[cell + 1] ?? 1) - below)
    },
    exceededWith: (probability) => {
      const wanted = 1 - probability
      let [low, high] = [0, cells]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((table[middle] ?? 0) <= wanted) low = middle
        else high = middle
      }
      const [from = 0, to = 1] = [table[low], table[high]]
      const share = to === from ? 0 : (wanted - from) / (to - from)
      return root * Math.tan(angleAt(low + share))
    },
  }
}
