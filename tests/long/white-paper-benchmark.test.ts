/**
 * The white paper's 2-CKU benchmark of 2020, a tenth of its size, on a real Kafka limited by quotas, at full length.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headroomJson, leftAfter, makeWorkspace } from '../integration/validate-support.ts'

let workspace: Awaited<ReturnType<typeof makeWorkspace>>
beforeAll(async () => {
  workspace = await makeWorkspace()
})
afterAll(() => workspace.remove())

async function validate(...words: readonly string[]) {
  const call = ['validate', 'examples/confluent-cku-2020.headroom.json', '--target', 'embedded:kafka', '--scale', '0.1']
  const { exitCode, value, err } = await headroomJson(workspace.path, [...call, ...words])
  expect(value.error, err).toBeUndefined()
  return { exitCode, value }
}

describe('the 2-CKU benchmark at a tenth of its size', () => {
  it('is confirmed at 10 MB/s in and 30 MB/s out, held by the broker quota', async () => {
    const { exitCode, value } = await validate('--expect', 'confirmed')
    expect([exitCode, value.verdict, value.limitReached], value.reason).toEqual([0, 'confirmed', true])
    expect(value.accounting.isClosed).toBe(true)
    for (const figure of ['ingressWireBytesPerSec', 'egressWireBytesPerSec']) {
      const predicted = value.prediction.expected[figure].likely
      expect(Math.abs(value.steady[figure].mean / predicted - 1)).toBeLessThan(0.03)
    }
    expect(await leftAfter(workspace.path)).toEqual([])
  })

  it('is below at 0.7 of the quota and above at 1.4, so that the method can say no', async () => {
    const short = ['--quota-window-seconds', '4']
    const below = await validate('--quota-factor', '0.7', ...short)
    expect(below.value.verdict, below.value.reason).toBe('below')
    const above = await validate('--quota-factor', '1.4', ...short)
    expect(above.value.verdict, above.value.reason).toBe('above')
  })
})
