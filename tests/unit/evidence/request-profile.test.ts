import { describe, expect, it } from 'vitest'
import { isRequestProfileUnlike, requestProfileRatio } from '../../../src/evidence/request-profile.ts'
import { caseOf, predictionOf, underQuota } from './overlay-case.ts'

const limited = predictionOf({ requestsPerSec: { produce: 120, isLimited: true } })

describe('the request profile', () => {
  const { result } = caseOf(underQuota)

  it('is requests per record, measured / predicted', () => {
    // 1,200 records a second were predicted with 120 requests.
    const records = result.steady?.recordsPerSec.mean ?? 0
    const ratioOf = (requestsPerSec: number) => requestProfileRatio(limited, { ...result, requestsPerSec })
    expect(ratioOf(records / 10)).toBeCloseTo(1, 9)
    expect(ratioOf(records / 5)).toBeCloseTo(2, 9)
  })

  it('uses the whole run if there is no steady window', () => {
    const wholeRun = { ...result.wholeRun, recordsPerSec: 500 }
    expect(requestProfileRatio(limited, { ...result, steady: null, wholeRun, requestsPerSec: 100 })).toBeCloseTo(2, 9)
  })

  it('is not known without predicted requests, predicted records or written records', () => {
    expect(requestProfileRatio(predictionOf(), result)).toBeNull()
    expect(requestProfileRatio(predictionOf({ requestsPerSec: { produce: 0, isLimited: true } }), result)).toBeNull()
    const wholeRun = { ...result.wholeRun, recordsPerSec: 0 }
    expect(requestProfileRatio(limited, { ...result, steady: null, wholeRun })).toBeNull()
    const none = predictionOf({ capacityPerSec: 0, requestsPerSec: { produce: 120, isLimited: true } })
    expect(requestProfileRatio(none, result)).toBeNull()
  })

  it('differs beyond a factor of 1.5 either way if requests are limited', () => {
    const unlike = [1.49, 1.5, 1.51, 1 / 1.49, 2 / 3, 1 / 1.51].map((ratio) => isRequestProfileUnlike(limited, ratio))
    expect(unlike).toEqual([false, false, true, false, false, true])
    expect(isRequestProfileUnlike(predictionOf(), 9)).toBe(false)
    const constraints = limited.constraints.map((each) => ({ ...each, dimension: 'partitions' as const }))
    expect(isRequestProfileUnlike({ ...limited, constraints }, 9)).toBe(false)
  })
})
