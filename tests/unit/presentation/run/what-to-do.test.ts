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

  const ids = ['nothing', 'idle-consumers']
  const prediction = { ...knownPrediction, advice: ids.map((id) => ({ id, text: `Advice ${id}.` })) }
  const limitedBy = (limiter: 'nothing' | 'broker-throttle') =>
    ({ ...knownResult, diagnosis: { ...knownResult.diagnosis, limiter } }) as const

  test('does not say that nothing has to change for a load that something held', () => {
    const advised = (limiter: 'nothing' | 'broker-throttle') =>
      whatToDo({ ...knownRecord, result: limitedBy(limiter), prediction }).slice(1)
    expect(advised('nothing')).toEqual(['Advice nothing.', 'Advice idle-consumers.'])
    expect(advised('broker-throttle')).toEqual(['Advice idle-consumers.'])
  })

  test('names a quota, and no larger deployment, if hosts of the user throttled', () => {
    const target = { ...knownRecord.target, kind: 'connection' } as const
    const advised = (change: Partial<typeof knownRecord>, chanceMet: number | null) => {
      const result = limitedBy('broker-throttle')
      return whatToDo({ ...knownRecord, result, ...change, prediction: { ...prediction, chanceMet } })[0]
    }
    expect(advised({ target }, 0.99)).toMatch(/^A quota that is set on the cluster held the rate/)
    for (const other of [advised({ target }, null), advised({ target: { ...target, kind: 'embedded:kafka' } }, 0.99)]) {
      expect(other).toMatch(/^The brokers held the rate/)
    }
  })
})
