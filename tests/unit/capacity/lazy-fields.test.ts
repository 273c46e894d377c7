import { describe, expect, it } from 'vitest'
import { lazyFields } from '../../../src/capacity/lazy-fields.ts'

type Square = { readonly area: number; readonly label: string }

function squares(): { readonly made: string[]; readonly squareOf: (sideMm: number) => Square & { sideMm: number } } {
  const made: string[] = []
  const withArea = lazyFields<number, Square>({
    area: (sideMm) => {
      made.push('area')
      return sideMm * sideMm
    },
    label: (sideMm, { area }) => {
      made.push('label')
      return `${sideMm} mm: ${area} mm2`
    },
  })
  return { made, squareOf: (sideMm) => withArea({ sideMm }, sideMm) }
}

describe('lazy fields', () => {
  it('are computed once, when they are first read, and may read each other', () => {
    const { made, squareOf } = squares()
    const square = squareOf(3)
    expect(made).toEqual([])
    expect(square.label).toBe('3 mm: 9 mm2')
    expect(square.area + square.area).toBe(18)
    expect(made).toEqual(['area', 'label'])
  })

  it('are like other fields when the value is copied or serialised', () => {
    const { squareOf } = squares()
    const plain = { sideMm: 2, area: 4, label: '2 mm: 4 mm2' }
    expect({ ...squareOf(2) }).toStrictEqual(plain)
    expect(structuredClone(squareOf(2))).toStrictEqual(plain)
    expect(JSON.parse(JSON.stringify(squareOf(2)))).toStrictEqual(plain)
    expect(Reflect.ownKeys({ ...squareOf(2) })).toEqual(['sideMm', 'area', 'label'])
  })

  it('belong to one value', () => {
    const { squareOf } = squares()
    const [small, large] = [squareOf(1), squareOf(10)]
    expect([large.area, small.area]).toEqual([100, 1])
  })

  it('share their getters, so that values share a hidden class', () => {
    const { squareOf } = squares()
    const getterOf = (square: Square) => Object.getOwnPropertyDescriptor(square, 'area')?.get
    expect(getterOf(squareOf(1))).toBe(getterOf(squareOf(2)))
    expect(getterOf(squareOf(1))).toBeTypeOf('function')
  })
})
