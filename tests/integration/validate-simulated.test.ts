import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { callHeadroom, headroomJson, itInWorkspace, leftAfter, rateLine } from './validate-support.ts'

describe.concurrent('a validation on simulated brokers', () => {
  itInWorkspace('runs, reports, and is in the workspace afterwards', async ({ workspace }) => {
    const report = join(workspace, 'report')
    const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '6s', '--report', report]
    const { exitCode, value } = await headroomJson(workspace, ['validate', 'examples/first.headroom.json', ...words])
    expect([exitCode, value.status, value.marks.includes('simulated')]).toEqual([0, 'complete', true])
    expect((await readdir(report)).map((name) => name.slice(-5)).sort()).toEqual(['.html', '.json', 's.csv', 'y.csv'])
    const listed = await headroomJson(workspace, ['runs', 'list'])
    expect(listed.value.runs.map((run: { id: string }) => run.id)).toEqual([value.runId])
    const shown = await headroomJson(workspace, ['runs', 'show', 'last', '--samples'])
    // A busy machine may put two seconds into one sample. The last sample is after the load of 6 s.
    expect(shown.value.samples.at(-1).second).toBeGreaterThanOrEqual(6)
    const out = join(workspace, 'again')
    const again = await headroomJson(workspace, ['report', 'last', '--format', 'csv', '--out', out])
    expect(again.value.paths).toHaveLength(2)
    const deleted = await headroomJson(workspace, ['runs', 'delete', value.runId.slice(0, 12)])
    expect(deleted.value).toEqual({ deleted: value.runId })
    expect(await leftAfter(workspace)).toEqual([])
  })

  itInWorkspace('prints what was measured if its report cannot be written any more', async ({ workspace }) => {
    const report = join(workspace, 'report')
    const words = [
      '--target',
      'embedded:simulated',
      '--scale',
      '0.02',
      '--duration',
      '6s',
      '--report',
      report,
      '--json',
    ]
    const call = callHeadroom(workspace, ['validate', 'examples/first.headroom.json', ...words])
    await call.says(/burn-in .* left/)
    await writeFile(report, 'in the way')
    const { exitCode, out } = await call.exited
    const value = JSON.parse(out)
    expect([exitCode, value.status, value.reports, value.error.code]).toEqual([9, 'complete', [], 'FILE_UNWRITABLE'])
    expect(value.wholeRun.recordsPerSec).toBeGreaterThan(0)
  })

  itInWorkspace('drains and cleans up on an interrupt, and keeps what was measured', async ({ workspace }) => {
    const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '60s', '--json']
    const call = callHeadroom(workspace, ['validate', 'examples/first.headroom.json', ...words])
    await call.says(rateLine)
    call.child.kill('SIGINT')
    const { exitCode, out } = await call.exited
    const value = JSON.parse(out)
    expect([exitCode, value.status, value.endReason, value.error.code]).toEqual([
      130,
      'partial',
      'user-abort',
      'ABORTED',
    ])
    expect(value.accounting.ackedRecords).toBeGreaterThan(0)
    expect(await leftAfter(workspace)).toEqual([])
  })
})
