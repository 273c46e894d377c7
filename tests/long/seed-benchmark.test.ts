/**
 * The white paper's 2-CKU benchmark of 2020, a tenth of its size, on a real Kafka limited by quotas, at full length.
 */
import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { makeWorkspace, runHeadroom } from '../support/run-headroom.ts'

const workspace = makeWorkspace()
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

const example = 'examples/confluent-cku-2020.headroom.json'

async function validate(...args: readonly string[]) {
  const outcome = await runHeadroom([
    ...['validate', example, '--target', 'embedded:kafka', '--scale', '0.1', '--json', '--workspace', workspace],
    ...args,
  ])
  expect(outcome.stderr).not.toMatch(/^\s+at /m)
  return { ...outcome, json: JSON.parse(outcome.stdout) }
}

describe('the 2-CKU benchmark at a tenth of its size', () => {
  it('is confirmed at 10 MB/s in and 30 MB/s out, held by the broker quota', async () => {
    const { json, exitCode } = await validate('--expect', 'confirmed')
    expect(json).toMatchObject({ verdict: 'confirmed', limitReached: true, accounting: { isClosed: true } })
    expect(json.target).toMatchObject({ kind: 'embedded:kafka', isDeclaredCapacity: true, scale: 0.1 })
    for (const figure of ['ingressWireBytesPerSec', 'egressWireBytesPerSec'] as const) {
      const ratio = json.steady[figure].mean / json.prediction.expected[figure].likely
      expect(Math.abs(ratio - 1)).toBeLessThan(0.03)
    }
    expect(exitCode).toBe(0)
  })

  it('is below at 0.7 of the quota and above at 1.4, so that the method can say no', async () => {
    const below = await validate('--quota-factor', '0.7')
    expect(below.json.verdict).toBe('below')
    const above = await validate('--quota-factor', '1.4')
    expect(above.json.verdict).toBe('above')
  })
})
