import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossProduct, gradient, inverseDiagonal, solveSymmetric } from '../../../src/evidence/normal-equations.ts'

const jacobian = [
  [1, 2, 0],
  [3, 4, 1],
  [5, 6, 2],
]

describe('the normal equations of a Jacobian', () => {
  it('are JᵀJ and Jᵀr, as calculated by hand', () => {
    expect(crossProduct(jacobian, 3)).toEqual([
      [35, 44, 13],
      [44, 56, 16],
      [13, 16, 5],
    ])
    expect(gradient(jacobian, [1, -2, 3], 3)).toEqual([10, 12, 4])
    expect(crossProduct([], 2)).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
})

describe('a symmetric system', () => {
  const matrix = [
    [4, 2, 1],
    [2, 5, 3],
    [1, 3, 6],
  ]

  it('is solved as calculated by hand', () => {
    // 4 - 4 + 3, 2 - 10 + 9, 1 - 6 + 18.
    const solution = solveSymmetric(matrix, [3, 1, 13])
    for (const [index, value] of [1, -2, 3].entries()) expect(solution?.[index]).toBeCloseTo(value, 12)
    expect(solveSymmetric([[4]], [8])).toEqual([2])
  })

  it('has no solution if it is singular, or nearly, or not positive', () => {
    const nearly = (off: number) => [
      [1, off],
      [off, 1],
    ]
    expect(solveSymmetric(nearly(1), [1, 1])).toBeNull()
    // The second pivot is 1 - off², at 1e-9 of the diagonal.
    expect(solveSymmetric(nearly(Math.sqrt(1 - 0.9e-9)), [1, 1])).toBeNull()
    expect(solveSymmetric(nearly(Math.sqrt(1 - 1.1e-9)), [1, 1])).not.toBeNull()
    expect(solveSymmetric(nearly(2), [1, 1])).toBeNull()
    expect(solveSymmetric([[0]], [1])).toBeNull()
    expect(solveSymmetric([[-1]], [1])).toBeNull()
    expect(inverseDiagonal(nearly(1))).toBeNull()
  })

  it('has the diagonal of its inverse, as calculated by hand', () => {
    // The determinant is 4 x 21 - 2 x 9 + 1 x 1 = 67; the minors of the diagonal are 21, 23 and 16.
    const diagonal = inverseDiagonal(matrix)
    for (const [index, minor] of [21, 23, 16].entries()) expect(diagonal?.[index]).toBeCloseTo(minor / 67, 12)
    expect(inverseDiagonal([[4]])).toEqual([0.25])
  })

  it('is solved whatever its solution is', () => {
    const value = fc.double({ min: -100, max: 100, noNaN: true })
    fc.assert(
      fc.property(value, value, value, (...wanted) => {
        const right = matrix.map((row) => row.reduce((sum, entry, column) => sum + entry * (wanted[column] ?? 0), 0))
        const solution = solveSymmetric(matrix, right)
        for (const [index, each] of wanted.entries()) expect(solution?.[index]).toBeCloseTo(each, 8)
      }),
    )
  })
})
