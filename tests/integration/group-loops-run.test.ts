import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runnerNodePath } from '../../src/runner/embedded/runner-files.ts'
import type { BlockedReader } from './blocked-reader.ts'
import type { BlockedSender } from './blocked-sender.ts'
import { groupSums, producerSums, smallPlan } from './runner-controller.ts'
import { runnerHosts, sharedBroker } from './runner-hosts.ts'

const hosts = runnerHosts()
const broker = sharedBroker()

const blockedMs = 2_000
/** Histograms keep three digits. */
const histogramStepMs = 2

/** Runs a script of this folder on the runner's Node with one of the loops. @returns the line that it writes */
function runBlocked(script: string, loop: 'native' | 'reference') {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const { stdout, stderr } = spawnSync(runnerNodePath(), [path, hosts.statePath(), String(blockedMs)], {
    encoding: 'utf8',
    env: { ...process.env, HEADROOM_LOOP: loop },
    timeout: 90_000,
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

const readWhileBlocked = (loop: 'native' | 'reference'): BlockedReader => runBlocked('blocked-reader.ts', loop)
const sendWhileBlocked = (loop: 'native' | 'reference'): BlockedSender => runBlocked('blocked-sender.ts', loop)

describe('a consumer whose event loop is blocked for 2 s', () => {
  test('reads and times every record meanwhile with the engine', () => {
    const read = readWhileBlocked('native')
    expect(read).toMatchObject({ loop: 'native', records: read.sent })
    expect(read.readMeanwhile).toBeGreaterThan(read.offeredMeanwhile / 2)
  })

  test('finds records only afterwards with the reference loop', () => {
    const read = readWhileBlocked('reference')
    expect(read).toMatchObject({ loop: 'reference', records: read.sent, readMeanwhile: 0 })
  })
})

describe('a producer whose event loop is blocked during the whole load', () => {
  test('sends every record by its schedule with the engine', () => {
    const { loop, scheduled, afterBlock, inTheEnd } = sendWhileBlocked('native')
    expect([loop, afterBlock.offered, afterBlock.accepted, afterBlock.backlog]).toEqual([
      'native',
      scheduled,
      scheduled,
      0,
    ])
    expect(inTheEnd).toEqual({ offered: scheduled, accepted: scheduled, acked: scheduled, backlog: 0 })
  })

  test('sends nothing before it is free with the reference loop, and counts every record as due', () => {
    const { loop, scheduled, afterBlock, inTheEnd, leastDelayMs } = sendWhileBlocked('reference')
    expect([loop, afterBlock.offered, afterBlock.accepted + afterBlock.backlog]).toEqual([
      'reference',
      scheduled,
      scheduled,
    ])
    // The load ended halfway through the block, so even its last record is that late.
    expect(leastDelayMs).toBeGreaterThan(blockedMs / 2 - histogramStepMs)
    expect(inTheEnd.accepted + inTheEnd.backlog).toBe(scheduled)
  })
})

describe('a run on a real broker', () => {
  test.each([
    ['native', {}, null],
    ['reference', { HEADROOM_LOOP: 'reference' }, 'HEADROOM_LOOP is set to reference'],
  ])(
    'sends and reads every record once with the %s loop, and says which loop it was',
    async (kind, variables, reason) => {
      const plan = smallPlan({ runId: `loop-${kind}`, recordsPerSec: 5_000, groups: 2, members: 2, durationMs: 5_000 })
      const controller = hosts.start(variables)
      const ended = await controller.runToEnd(plan, broker.target())
      expect(ended.reason).toBe('plan-complete')
      const { acked } = producerSums(controller.samples)
      for (const { groupId } of plan.consumerGroups) {
        expect(groupSums(controller.samples, groupId)).toMatchObject({ records: acked, duplicates: 0, lastLag: 0 })
      }
      const [preflight] = controller.all('preflight')
      expect(preflight?.environment.loops).toEqual({
        producers: { kind, reason },
        consumers: { kind, reason },
      })
    },
  )
})
