/** A workspace in which another program works while a run writes to it: one that makes a copy, or another run. */
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe } from 'vitest'
import { callHeadroom, headroomJson, itInWorkspace, leftAfter, rateLine } from '../integration/validate-support.ts'
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

  itInWorkspace('in which two runs go on at the same time keeps both whole', async ({ workspace, expect }) => {
    const calls = ['one', 'other'].map((name) =>
      callHeadroom(workspace, [...words, '--duration', '20s', '--set', `name=${name}`]),
    )
    // Each has load for longer than the other may start later.
    await Promise.all(calls.map((call) => call.says(rateLine)))
    const ends = await Promise.all(calls.map(({ exited }) => exited))
    const values = ends.map(({ out }) => JSON.parse(out))
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(values.map(({ status, accounting }) => [status, accounting.isClosed])).toEqual([
      ['complete', true],
      ['complete', true],
    ])
    const { value } = await headroomJson(workspace, ['runs', 'list'])
    const kept = value.runs.map(({ scenarioName, status }: Record<string, string>) => `${scenarioName} ${status}`)
    expect(kept.sort()).toEqual(['one complete', 'other complete'])
    expect(await leftAfter(workspace)).toEqual([])
  })
})
