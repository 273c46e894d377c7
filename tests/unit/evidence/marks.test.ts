import { describe, expect, it } from 'vitest'
import type { Limiter } from '../../../src/contracts/limiters.ts'
import type { TargetDescription } from '../../../src/contracts/target.ts'
import { isClientBound, marksOf } from '../../../src/evidence/marks.ts'
import { caseOf, quotaTarget, serviceTarget } from './overlay-case.ts'

function marks(
  limiter: Limiter,
  target: TargetDescription = serviceTarget,
  status: 'complete' | 'partial' = 'complete',
) {
  const { result } = caseOf({})
  return marksOf({ result: { ...result, diagnosis: { ...result.diagnosis, limiter } }, target, status }, 'within-band')
}

describe('the marks of a run', () => {
  it.each([
    ['nothing', ['censored']],
    ['client', ['censored', 'client-bound']],
    ['network', ['censored', 'client-bound']],
    ['broker-throttle', []],
    ['hot-partition', []],
    ['consumer', []],
    ['broker-errors', []],
    ['unknown', []],
  ] as const)('say of a load that %s held: %j', (limiter, expected) => {
    expect(marks(limiter)).toEqual(expected)
    expect(isClientBound({ limiter })).toBe(expected.length === 2)
  })

  it('name the kind of cluster, the scale, and a run that did not complete', () => {
    const bare = { ...quotaTarget, isDeclaredCapacity: false }
    expect(marks('unknown', quotaTarget)).toEqual(['declared capacity'])
    expect(marks('unknown', bare)).toEqual(['this machine'])
    expect(marks('unknown', { ...bare, kind: 'embedded:simulated' })).toEqual(['simulated'])
    expect(marks('unknown', { ...serviceTarget, scale: 0.5 })).toEqual(['scaled'])
    expect(marks('unknown', serviceTarget, 'partial')).toEqual(['partial'])
  })

  it('include client-bound if that is the verdict’s reason', () => {
    const { result } = caseOf({})
    expect(marksOf({ result, target: serviceTarget, status: 'complete' }, 'client-bound')).toEqual([
      'censored',
      'client-bound',
    ])
  })
})
