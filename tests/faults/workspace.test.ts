/** A workspace that another program holds while a run writes to it, such as one that makes a copy. */
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe } from 'vitest'
import { callHeadroom, itInWorkspace, leftAfter, rateLine } from '../integration/validate-support.ts'
import { lastRun } from './running-run.ts'

const words = [
  'validate',
  'examples/first.headroom.json',
  '--target',
  'embedded:simulated',
  '--scale',
  '0.02',
  '--json',
]

describe.concurrent('a workspace', () => {
  itInWorkspace('that another process holds stops the run, which is kept as partial', async ({ workspace, expect }) => {
    const call = callHeadroom(workspace, [...words, '--duration', '60s'])
    await call.says(rateLine)
    const other = new Libsql(join(workspace, 'headroom.db'))
    other.pragma('busy_timeout = 5000')
    other.exec('BEGIN IMMEDIATE')
    await call.says(/locked by another process|cleaning-up/)
    other.exec('ROLLBACK')
    other.close()
    const end = await call.exited
    const value = JSON.parse(end.out)
    expect([end.exitCode, value.error.code, value.status]).toEqual([9, 'STORE_UNUSABLE', 'partial'])
    expect(value.error.message).toContain('locked by another process')
    expect(end.err).not.toMatch(/^ {4}at /m)
    expect(await leftAfter(workspace)).toEqual([])
    const run = await lastRun(workspace)
    expect([run.status, run.overlay.verdict]).toEqual(['partial', 'not-proven'])
    expect(run.result.accounting.ackedRecords).toBeGreaterThan(0)
  })
})
