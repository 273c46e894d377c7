import { describe, expect, it } from 'vitest'
import { differentNames, runName, shortName } from '../../../src/planning/run-names.ts'

describe('a name that a run creates', () => {
  it('contains the run and the name, in characters that Kafka accepts', () => {
    expect(runName('r1', 'orders')).toBe('headroom-r1-orders')
    expect(runName('r1', 2, 'orders of May', 'x_y.z')).toBe('headroom-r1-2-orders-of-May-x_y.z')
    expect(runName('r1', 'a  ä  b')).toBe('headroom-r1-a-b')
  })

  it('is cut at 200 characters', () => {
    const begin = 'headroom-r1-'
    const exact = 'x'.repeat(200 - begin.length)
    expect(runName('r1', exact)).toBe(`${begin}${exact}`)
    expect(runName('r1', `${exact}y`)).toBe(`${begin}${exact}`)
  })
})

describe('a short identifier', () => {
  it.each([
    ['orders', 'orders'],
    ['orders of May', 'orders-of-May'],
    ['__orders', 'orders'],
    ['a__b', 'a__b'],
    ['ä', 'unnamed'],
    ['', 'unnamed'],
    ['x'.repeat(61), 'x'.repeat(60)],
  ])('of %j is %j', (name, short) => {
    expect(shortName(name)).toBe(short)
  })
})

describe('names that are to be different', () => {
  it('keep the first of each name, and never repeat one that was made from another', () => {
    const different = differentNames()
    expect(['orders', 'orders', 'orders.2', 'orders', 'audit'].map(different)).toEqual([
      'orders',
      'orders.2',
      'orders.2.2',
      'orders.3',
      'audit',
    ])
  })

  it('stay within the length of a name', () => {
    const different = differentNames()
    const longest = 'x'.repeat(200)
    expect([longest, longest].map(different)).toEqual([longest, `${'x'.repeat(198)}.2`])
  })
})
