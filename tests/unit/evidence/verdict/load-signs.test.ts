import { describe, expect, it } from 'vitest'
import type { Dimension } from '../../../../src/contracts/dimensions.ts'
import { distanceText, isOfHosts } from '../../../../src/evidence/verdict/load-signs.ts'
import { predictionOf } from '../overlay-case.ts'

describe('a prediction', () => {
  it.each<[Dimension, boolean]>([
    ['network-in', true],
    ['network-out', true],
    ['storage-bandwidth', true],
    ['cpu', true],
    ['ingress', false],
    ['partitions', false],
  ])('with the dimension %s is of hosts: %j', (dimension, isHosts) => {
    const prediction = predictionOf({ requestsPerSec: { produce: 75, isLimited: true }, isOfHosts: true })
    const constraints = prediction.constraints.map((each) => (each.dimension === 'cpu' ? { ...each, dimension } : each))
    expect(constraints).toHaveLength(2)
    expect(isOfHosts({ prediction: { ...prediction, constraints } })).toBe(isHosts)
  })
})

describe('the distance from the likely value', () => {
  it.each([
    [0.12, '12 % more than likely'],
    [-0.034, '3.4 % less than likely'],
    [0.0005, '0.1 % more than likely'],
    [-0.0005, '0.1 % less than likely'],
    [0.00049, 'as likely'],
    [-0.00049, 'as likely'],
    [0, 'as likely'],
    [null, 'as likely'],
  ])('of %s is "%s"', (relativeError, text) => {
    expect(distanceText(relativeError)).toBe(text)
  })
})
