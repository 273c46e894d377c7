import { describe, expect, it } from 'vitest'
import { bindingSentence } from '../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import { dedicated, whitePaper } from './known-files.ts'

describe('bindingSentence()', () => {
  const made = predict(whitePaper, dedicated)

  it('says how the capacity is computed', () => {
    expect(bindingSentence(made)).toContain('guidelines bind (50 MB/s x 2 CKUs = 100 MB/s, ')
  })

  it('names only the capacity if a prediction of version 1 does not say how it was computed', () => {
    const constraints = made.constraints.map(({ capacityFormula, ...constraint }) => constraint)
    const old = prediction.parse({ ...structuredClone({ ...made }), schemaVersion: 1, constraints })
    expect(bindingSentence(old)).toContain('guidelines bind (100 MB/s, ')
  })
})
