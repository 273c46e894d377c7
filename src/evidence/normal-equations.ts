/**
 * Solves the normal equations of least-squares fits, which are small symmetric systems, by Cholesky decomposition.
 */

/** A list of rows. A Jacobian has one row per observation and one column per parameter. */
export type Matrix = readonly (readonly number[])[]

/**
 * Minimum pivot, as a share of the diagonal entry. If a pivot is smaller, the column is a combination of the columns
 * before it except for rounding, so the data cannot separate their parameters.
 */
const minPivot = 1e-9

/** The matrix JᵀJ. */
export function crossProduct(jacobian: Matrix, columns: number): number[][] {
  return Array.from({ length: columns }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      let sum = 0
      for (const slopes of jacobian) sum += (slopes[row] ?? 0) * (slopes[column] ?? 0)
      return sum
    }),
  )
}

/** The vector Jᵀr, where r is the vector of errors. */
export function gradient(jacobian: Matrix, errors: readonly number[], columns: number): number[] {
  return Array.from({ length: columns }, (_, column) => {
    let sum = 0
    for (const [index, row] of jacobian.entries()) sum += (row[column] ?? 0) * (errors[index] ?? 0)
    return sum
  })
}

/** Solves A x = b for a positive definite A; null if A is singular, or so close to it that rounding decides. */
export function solveSymmetric(matrix: Matrix, right: readonly number[]): number[] | null {
  const lower = decompose(matrix)
  if (lower === null) return null
  const forward: number[] = []
  for (const [row, value] of right.entries()) {
    let sum = value
    for (let column = 0; column < row; column++) sum -= (lower[row]?.[column] ?? 0) * (forward[column] ?? 0)
    forward.push(sum / (lower[row]?.[row] ?? 1))
  }
  const solution = [...forward]
  for (let row = right.length - 1; row >= 0; row--) {
    let sum = forward[row] ?? 0
    for (let below = row + 1; below < right.length; below++) sum -= (lower[below]?.[row] ?? 0) * (solution[below] ?? 0)
    solution[row] = sum / (lower[row]?.[row] ?? 1)
  }
  return solution
}

/** The diagonal of the inverse matrix; null if the matrix is singular or nearly so. */
export function inverseDiagonal(matrix: Matrix): number[] | null {
  const diagonal: number[] = []
  for (const [index] of matrix.entries()) {
    const unit = matrix.map((_, row) => (row === index ? 1 : 0))
    const column = solveSymmetric(matrix, unit)
    if (column === null) return null
    diagonal.push(column[index] ?? 0)
  }
  return diagonal
}

/** The lower triangle L of the Cholesky decomposition A = L Lᵀ; null if A is singular or nearly so. */
function decompose(matrix: Matrix): number[][] | null {
  const lower: number[][] = []
  for (const [row, values] of matrix.entries()) {
    const current: number[] = []
    lower.push(current)
    for (let column = 0; column <= row; column++) {
      let sum = values[column] ?? 0
      for (let inner = 0; inner < column; inner++) sum -= (current[inner] ?? 0) * (lower[column]?.[inner] ?? 0)
      if (column < row) current.push(sum / (lower[column]?.[column] ?? 1))
      else if (sum <= minPivot * (values[row] ?? 0) || !(sum > 0)) return null
      else current.push(Math.sqrt(sum))
    }
  }
  return lower
}
