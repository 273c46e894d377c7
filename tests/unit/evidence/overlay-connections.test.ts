import { describe, expect, it } from 'vitest'
import { overlay as overlaySchema } from '../../../src/contracts/verdict.ts'
import { overlayResult } from '../../../src/evidence/overlay.ts'
import { caseOf, quotaTarget } from './overlay-case.ts'

describe('connections and connection attempts of a run', () => {
  const seen = {
    wantedHeld: 990,
    wantedAttemptsPerSec: 40,
    openMean: 980,
    openLeast: 979,
    takenAttemptsPerSec: 38,
    failedAttempts: 4,
    attemptLatency: null,
    errors: {},
  }
  const limits = [
    ['connections', 3000],
    ['connection-attempts', 80],
  ] as const
  const limited = limits.map(([dimension, capacity]) => ({
    id: dimension,
    dimension,
    layer: 'cluster' as const,
    kind: 'fixed' as const,
    capacity,
    demand: 1,
    utilisation: 0.1,
    unit: 'connections',
    formula: '1 / 10',
    source: { title: 'test', date: '2020-04', grade: 'D' as const },
  }))

  function overlayWith(constraints: typeof limited, connections: Partial<typeof seen> | null) {
    const input = caseOf({})
    const result = connections === null ? input.result : { ...input.result, connections: { ...seen, ...connections } }
    const target = { ...quotaTarget, enforces: ['ingress' as const, 'connections' as const] }
    return overlayResult({ ...input, target, result, prediction: { ...input.prediction, constraints } })
  }

  it('are compared with the deployment’s limits, including the run’s clients, and whether the target enforces them', () => {
    const { plan } = caseOf({})
    const clients = plan.consumerGroups.reduce((sum, { members }) => sum + members, plan.producers.length)
    const overlay = overlayWith(limited, {})
    expect(overlay.countedLimits).toEqual([
      { dimension: 'connections', measured: 980 + clients, limit: 3000, isEnforced: true },
      { dimension: 'connection-attempts', measured: 38, limit: 80, isEnforced: false },
    ])
    expect(overlaySchema.parse(overlay)).toEqual(overlay)
  })

  it('are left out if the run made none, or the deployment does not limit them', () => {
    expect(overlayWith(limited, null)).not.toHaveProperty('countedLimits')
    expect(overlayWith([], {})).not.toHaveProperty('countedLimits')
    expect(overlayWith(limited, { wantedHeld: 0 }).countedLimits).toMatchObject([{ dimension: 'connection-attempts' }])
    expect(overlayWith(limited, { wantedAttemptsPerSec: 0 }).countedLimits).toMatchObject([
      { dimension: 'connections' },
    ])
    expect(overlayWith(limited.slice(1), {}).countedLimits).toMatchObject([{ dimension: 'connection-attempts' }])
  })
})
