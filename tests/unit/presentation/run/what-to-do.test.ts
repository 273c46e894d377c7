import { describe, expect, test } from 'vitest'
import { whatToDo } from '../../../../src/presentation/run/what-to-do.ts'
import { knownPrediction } from '../known-prediction.ts'
import { knownResult } from '../known-result.ts'
import { knownRecord } from '../known-run.ts'

describe('what to do', () => {
  test('begins with what held the run, then says what the prediction advises', () => {
    const result = { ...knownResult, diagnosis: { ...knownResult.diagnosis, limiter: 'hot-partition' } } as const
    const prediction = { ...knownPrediction, advice: [{ id: 'a', text: 'Take three CKUs.' }] }
    const [step, advice] = whatToDo({ ...knownRecord, result, prediction })
    expect(step).toMatch(/^One partition held the rate/)
    expect(advice).toBe('Take three CKUs.')
  })

  test('without a measurement is the prediction’s advice alone', () => {
    const prediction = { ...knownPrediction, advice: [] }
    const record = { ...knownRecord, result: null, prediction: { ...prediction, smallest: null } }
    expect(whatToDo(record)).toEqual([])
  })
})
