import { describe, expect, it } from 'vitest'
import { bindingSentence, predictionSentences } from '../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { prediction } from '../../../src/contracts/prediction.ts'
import { dedicated, smallScenario, whitePaper } from './known-files.ts'

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

describe('predictionSentences()', () => {
  // 10 clients without linger send one record a batch; at higher rates batches get fuller.
  const small = predict(
    smallScenario({ producer: { peakRecordsPerSec: 10_000, recordValueBytes: 100, clients: 10 } }),
    dedicated,
  )

  it('says which limits grow more slowly than the load, where their shares and the factor do not fit', () => {
    const [binding] = small.binding
    const used = small.constraints.find(({ id }) => id === binding?.id)?.utilisation ?? 0
    expect(small.headroom * used).toBeGreaterThan(1.02)
    expect(predictionSentences(small).reason).toMatch(/\(\d.* used\).* more slowly than the load\.$/)
  })

  it('says nothing of growth where the shares and the factor fit, or the load cannot grow', () => {
    expect(predictionSentences(predict(whitePaper, dedicated)).reason).not.toContain('slowly')
  })
})
