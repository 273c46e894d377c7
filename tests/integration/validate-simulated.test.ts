import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callHeadroom, headroomJson, leftAfter, makeWorkspace } from './validate-support.ts'

let workspace: Awaited<ReturnType<typeof makeWorkspace>>
beforeAll(async () => {
  workspace = await makeWorkspace()
})
afterAll(() => workspace.remove())

describe('a validation on simulated brokers', () => {
  it('runs, reports, and is in the workspace afterwards', async () => {
    const report = join(workspace.path, 'report')
    const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '12s', '--report', report]
    const { exitCode, value } = await headroomJson(workspace.path, [
      'validate',
      'examples/first.headroom.json',
      ...words,
    ])
    expect([exitCode, value.status, value.marks.includes('simulated')]).toEqual([0, 'complete', true])
    expect((await readdir(report)).map((name) => name.slice(-5)).sort()).toEqual(['.html', '.json', 's.csv', 'y.csv'])
    const listed = await headroomJson(workspace.path, ['runs', 'list'])
    expect(listed.value.runs.map((run: { id: string }) => run.id)).toEqual([value.runId])
    const shown = await headroomJson(workspace.path, ['runs', 'show', 'last', '--samples'])
    expect(shown.value.samples.length).toBeGreaterThanOrEqual(12)
    const out = join(workspace.path, 'again')
    const again = await headroomJson(workspace.path, ['report', 'last', '--format', 'csv', '--out', out])
    expect(again.value.paths).toHaveLength(2)
    const deleted = await headroomJson(workspace.path, ['runs', 'delete', value.runId.slice(0, 12)])
    expect(deleted.value).toEqual({ deleted: value.runId })
    expect(await leftAfter(workspace.path, 5_000)).toEqual([])
  })

  it('is stopped in order by an interrupt, and keeps what was measured', async () => {
    const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '60s', '--json']
    const call = callHeadroom(workspace.path, ['validate', 'examples/first.headroom.json', ...words])
    await call.says(/burn-in .* left/)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
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
    expect(await leftAfter(workspace.path, 5_000)).toEqual([])
  })
})
