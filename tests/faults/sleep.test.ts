/**
 * A machine that sleeps under a load: all processes of the run stop for longer than a silent controller is waited for, and go on.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from 'vitest'
import { controllerLostMs } from '../../src/contracts/runner-protocol.ts'
import { descendantsOf } from '../integration/process-tree.ts'
import { callHeadroom, itInWorkspace, leftAfter, rateLine } from '../integration/validate-support.ts'

const first = 'examples/first.headroom.json'
const sleepMs = controllerLostMs + 4_000

describe.runIf(process.platform === 'linux')(
  'a machine that sleeps for longer than a silent controller is waited for',
  () => {
    itInWorkspace('goes on with its run, and every record is accounted for', async ({ workspace, expect }) => {
      const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '30s', '--json']
      const call = callHeadroom(workspace, ['validate', first, ...words])
      await call.says(rateLine)
      const own = call.child.pid ?? 0
      const pids = [own, ...descendantsOf(own).map(({ pid }) => pid)]
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await sleep(sleepMs)
      for (const pid of pids.reverse()) process.kill(pid, 'SIGCONT')
      const end = await call.exited
      const value = JSON.parse(end.out)
      expect([value.status, value.endReason]).toEqual(['complete', 'plan-complete'])
      // What was not sent while it slept is sent afterwards: every record is offered, acknowledged and read.
      const { isClosed, gaps, offeredRecords, ackedRecords } = value.accounting
      expect([isClosed, gaps, ackedRecords]).toEqual([true, [], offeredRecords])
      expect(await leftAfter(workspace)).toEqual([])
    })
  },
)
