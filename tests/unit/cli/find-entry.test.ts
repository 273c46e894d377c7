import { describe, expect, test } from 'vitest'
import { findRun } from '../../../src/cli/find-entry.ts'
import type { Workbench } from '../../../src/workbench/workbench.ts'

/** A workbench whose workspace has runs of these ids. */
function workbenchWith(ids: readonly string[]): Workbench {
  const handlers = { 'runs.list': () => Promise.resolve(ids.map((id) => ({ id }))) }
  return { handlers } as unknown as Workbench
}

describe('a run that an argument names', () => {
  test('is found by the beginning of its id, by its whole id if others begin with that, or as the last one', async () => {
    const workbench = workbenchWith(['b1', 'a12', 'a1'])
    const idOf = async (text: string) => (await findRun(workbench, text)).id
    expect(await Promise.all(['b', 'a1', 'a12', 'last'].map(idOf))).toEqual(['b1', 'a1', 'a12', 'b1'])
  })

  test('is asked for again if several begin so: the first ten are named, and how many more there are', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `run-${index}`)
    await expect(findRun(workbenchWith(ids), 'run')).rejects.toMatchObject({
      code: 'RUN_NOT_FOUND',
      message: `25 runs begin with run: ${ids.slice(0, 10).join(', ')} and 15 more.`,
    })
    await expect(findRun(workbenchWith(ids), 'run-1')).resolves.toMatchObject({ id: 'run-1' })
    await expect(findRun(workbenchWith(ids.slice(0, 2)), 'run')).rejects.toMatchObject({
      message: '2 runs begin with run: run-0, run-1.',
    })
  })

  test('is not found in a workspace without such a run', async () => {
    await expect(findRun(workbenchWith(['a']), 'b')).rejects.toMatchObject({
      message: 'There is no run b in this workspace.',
      remedy: 'See the runs with: headroom runs list',
    })
    await expect(findRun(workbenchWith([]), 'last')).rejects.toMatchObject({
      message: 'There is no run in this workspace yet.',
    })
  })
})
