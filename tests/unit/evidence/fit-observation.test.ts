import { describe, expect, it } from 'vitest'
import type { Offering } from '../../../src/contracts/offering.ts'
import { type FitObservation, logError } from '../../../src/evidence/fit-observation.ts'

const model = {} as Offering

function errorOf(likely: number, isCensored: boolean): number {
  const observation: FitObservation = {
    id: 'run',
    value: 100,
    isCensored,
    predict: () => ({ low: 0, likely, high: 1e9 }),
  }
  return logError(observation, model)
}

describe('the error of an observation', () => {
  it('is the logarithm of predicted / measured', () => {
    expect([50, 100, 200].map((likely) => errorOf(likely, false))).toEqual([Math.log(0.5), 0, Math.log(2)])
  })

  it('is zero for a lower bound if the prediction lies above it', () => {
    expect([50, 100, 200].map((likely) => errorOf(likely, true))).toEqual([Math.log(0.5), 0, 0])
  })

  it('is finite if zero was predicted', () => {
    expect(errorOf(0, false)).toBeCloseTo(Math.log(1e-6), 9)
    expect(errorOf(1e-9, false)).toBeCloseTo(Math.log(1e-6), 9)
  })
})
