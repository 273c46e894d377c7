import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientProbeFileName } from '../../src/contracts/client-ceiling.ts'
import { smallPlan, TestController } from '../integration/runner-controller.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-ceiling-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Prepares a run on simulated brokers up to `ready`, then gives it up. */
async function prepare(runId: string, recordsPerSec: number) {
  const controller = new TestController(folder)
  await controller.greet()
  controller.prepare(smallPlan({ runId, recordsPerSec, groups: 0 }), { kind: 'embedded:simulated', brokers: 1 })
  await controller.first('ready')
  controller.send({ type: 'stop', mode: 'abort' })
  const { cleanUp } = await controller.first('ended')
  controller.disconnect()
  await controller.exited
  const preflight = controller.all('preflight')[0]?.preflight
  const hasProbed = controller.all('progress').some(({ message }) => message.startsWith('Probing'))
  const check = preflight?.checks.find(({ id }) => id === 'client-ceiling')
  return { hasProbed, ceiling: preflight?.clientCeiling, check, leftovers: cleanUp.leftovers }
}

describe("the client's ceiling", () => {
  test('is probed once, kept, and warned of if a plan needs more', async () => {
    const first = await prepare('first', 20_000)
    expect([first.hasProbed, first.leftovers]).toEqual([true, []])
    expect(first.check?.detail).toBe(first.ceiling?.sentence)
    expect(first.ceiling?.probe).toMatchObject({ recordBytes: 1_000 })
    expect(first.ceiling?.probe.recordsPerSec).toBeGreaterThan(1_000)
    expect(first.ceiling?.probe.cpuUsPerRecord).toBeGreaterThan(0.5)

    const beyond = await prepare('beyond', 20_000_000)
    expect([beyond.hasProbed, beyond.ceiling?.probe]).toEqual([false, first.ceiling?.probe])
    expect([beyond.check?.state, beyond.ceiling?.isEnough]).toEqual(['warned', false])
    expect(beyond.check?.remedy).toContain('Offer less')
  })

  test('is not probed for a small load', async () => {
    const { hasProbed, check, ceiling } = await prepare('little', 1_000)
    expect([hasProbed, check?.state, ceiling]).toEqual([false, 'skipped', undefined])
    expect(existsSync(join(folder, clientProbeFileName))).toBe(false)
  })
})
