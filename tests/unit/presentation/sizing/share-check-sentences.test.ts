import { describe, expect, it } from 'vitest'
import { checkShares } from '../../../../src/capacity/check-shares.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { shareCheckSentences } from '../../../../src/presentation/sizing/share-check-sentences.ts'
import { utilisationText } from '../../../../src/units/ratio.ts'
import { dedicated, orders2020 } from '../../capacity/known-files.ts'

function sentencesAt(size: number, share: number): string[] {
  const prediction = predict({ ...orders2020, deployment: { ...orders2020.deployment, size } }, dedicated)
  return shareCheckSentences(checkShares(prediction, share), prediction).map((each) => each.replace(/\s/g, ' '))
}

describe('the sentences of a check', () => {
  it('name the limits above the share, fullest first, and what is carried instead', () => {
    const [above, carried] = sentencesAt(1, 0.8)
    expect(above).toBe('2 limits are above 80 % at the offered load: Ingress 122 %, Egress 81 %.')
    expect(carried).toMatch(/^The offered load is not carried: 1 CKU carries 50 MB\/s in and 100 MB\/s out\. /)
  })

  it('name the fullest limit where none is above the share, and nothing else', () => {
    expect(sentencesAt(2, 0.8)).toEqual([
      'Every limit is at or below 80 % at the offered load; the fullest is Ingress 61 %.',
    ])
  })

  it('show a utilisation with enough digits to tell it from the share', () => {
    expect(utilisationText(0.804, 0.8)).toBe('80.4 %')
    expect(utilisationText(0.80004, 0.8)).toBe('80.004 %')
    expect(utilisationText(0.8, 0.8)).toBe('80 %')
  })
})
