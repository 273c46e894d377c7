import { describe, expect, it } from 'vitest'
import type { ObservedCluster } from '../../../../src/runner/observe/observed-cluster.ts'
import { SamplingBudget } from '../../../../src/runner/observe/sampling-budget.ts'

/** A budget, and the counters of the cluster that it reads. */
function budgetOf(bytes: number) {
  const cost = { sampledBytes: 0, throttled: 0 }
  return { cost, budget: new SamplingBudget({ context: { cost } } as unknown as ObservedCluster, bytes) }
}

/** Lets all fetches that may begin do so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('the byte budget of sampling', () => {
  it('is kept by fetches that wait for their responses at the same time', async () => {
    const { budget, cost } = budgetOf(2_500)
    const granted: number[] = []
    const responses: (() => void)[] = []
    const fetches = Array.from({ length: 100 }, () =>
      budget.fetch(1_000, async (maxBytes) => {
        granted.push(maxBytes)
        await new Promise<void>((resolve) => responses.push(resolve))
        cost.sampledBytes += maxBytes
      }),
    )
    while (responses.length > 0) {
      responses.shift()?.()
      await settle()
    }
    await Promise.all(fetches)
    expect(granted).toEqual([1_000, 1_000, 500])
    expect(cost.sampledBytes).toBe(2_500)
  })

  it('gives to later fetches what earlier ones asked for but did not get', async () => {
    const { budget, cost } = budgetOf(1_000)
    const granted: number[] = []
    const fetch = () =>
      budget.fetch(1_000, async (maxBytes) => {
        granted.push(maxBytes)
        await Promise.resolve()
        cost.sampledBytes += 400
      })
    await Promise.all([fetch(), fetch(), fetch(), fetch()])
    expect(granted).toEqual([1_000, 600, 200])
  })

  it('is free again after a fetch that failed', async () => {
    const { budget } = budgetOf(1_000)
    await expect(budget.fetch(1_000, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(budget.remainingBytes).toBe(1_000)
  })

  it('lets no waiting fetch begin once brokers have throttled', async () => {
    const { budget, cost } = budgetOf(1_500)
    let fetches = 0
    const fetch = () =>
      budget.fetch(1_000, async () => {
        fetches += 1
        await Promise.resolve()
        cost.throttled += 2
      })
    await Promise.all([fetch(), fetch(), fetch()])
    expect(fetches).toBe(1)
  })
})
