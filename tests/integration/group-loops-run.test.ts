import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { runnerNodePath } from '../../src/runner/embedded/runner-files.ts'
import type { BlockedReader } from './blocked-reader.ts'
import type { BlockedSender } from './blocked-sender.ts'
import { groupSums, producerSums, smallPlan } from './runner-controller.ts'
import { runnerHosts, sharedBroker } from './runner-hosts.ts'

const hosts = runnerHosts()
const broker = sharedBroker()

/** Relative error of a histogram, which keeps three digits. */
const histogramStepMs = 2

const execute = promisify(execFile)

/**
 * Runs a script of this folder on the runner's Node with one of the loops, and leaves this process's event loop free: it
 * serves Vitest and the broker meanwhile. @returns the line that it writes
 */
async function runBlocked(script: string, loop: 'native' | 'reference') {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const env = { ...process.env, HEADROOM_LOOP: loop }
  // The limit is for a script that hangs, and below that of the test.
  const { stdout } = await execute(runnerNodePath(), [path, hosts.statePath()], { env, timeout: 240_000 })
  return JSON.parse(stdout)
}

const readWhileBlocked = (loop: 'native' | 'reference'): Promise<BlockedReader> => runBlocked('blocked-reader.ts', loop)
const sendWhileBlocked = (loop: 'native' | 'reference'): Promise<BlockedSender> => runBlocked('blocked-sender.ts', loop)

describe('a consumer whose event loop is blocked', () => {
  test('reads on meanwhile with the engine, and every record in the end', async () => {
    const read = await readWhileBlocked('native')
    expect(read).toMatchObject({ loop: 'native', records: read.sent })
    expect(read.readMeanwhile).toBeGreaterThanOrEqual(read.awaitedMeanwhile)
  })

  test('finds records only afterwards with the reference loop', async () => {
    const read = await readWhileBlocked('reference')
    expect(read).toMatchObject({ loop: 'reference', records: read.sent, readMeanwhile: 0 })
  })
})

describe('a producer whose event loop is blocked during the whole load', () => {
  test('sends every record by its schedule with the engine', async () => {
    const { loop, scheduled, afterBlock, inTheEnd } = await sendWhileBlocked('native')
    const sent = { offered: scheduled, accepted: scheduled, backlog: 0 }
    expect([loop, afterBlock]).toMatchObject(['native', sent])
    expect(inTheEnd).toEqual({ ...sent, acked: scheduled })
  })

  test('sends nothing before it is free with the reference loop, and counts every record as due', async () => {
    const { loop, scheduled, afterBlock, inTheEnd, blockedAfterLoadMs, leastDelayMs } =
      await sendWhileBlocked('reference')
    const nothing = { offered: scheduled, accepted: 0, acked: 0, backlog: scheduled }
    expect([loop, afterBlock]).toEqual(['reference', nothing])
    // The load ended during the block, so even its last record is at least this late.
    expect(leastDelayMs).toBeGreaterThan(blockedAfterLoadMs - histogramStepMs)
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
