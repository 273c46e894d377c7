import { expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import { quotaSentence } from '../../../../src/presentation/run/quota-sentence.ts'
import { dedicated, orders2020 } from '../../capacity/known-files.ts'

it('a prediction for quotas says why it differs from that of Sizing, which says nothing', () => {
  expect(quotaSentence(predict(orders2020, dedicated, { allowsBurst: false }))).toMatch(/^On this target, quotas stand/)
  expect(quotaSentence(predict(orders2020, dedicated))).toBe('')
})
