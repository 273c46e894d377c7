import { describe, expect, it } from 'vitest'
import { makeWorkspace, windowPerTest } from './open-window.ts'

const open = windowPerTest()

const rate = '[data-place="workload.producers[0].peakRecordsPerSec"]'
const partitions = '[data-place="workload.topics[0].partitions"]'

describe('the draft', () => {
  it('is restored, invalid texts included, without asking', async () => {
    const workspace = makeWorkspace()
    const { app, page } = await open({ workspace })
    await page.fill(rate, '12 MB/s')
    await page.fill(partitions, 'a dozen')
    await app.close()
    const { page: again } = await open({ workspace })
    expect(await again.inputValue(rate)).toBe('12 MB/s')
    expect(await again.inputValue(partitions)).toBe('a dozen')
    expect(await again.locator('.state').textContent()).toBe('Draft, kept in the workspace')
  })

  it('has what was typed last, also if the workbench is busy while the app quits', async () => {
    const workspace = makeWorkspace()
    const { app, page } = await open({ workspace })
    const processes = await app.evaluate(({ app: each }) =>
      each.getAppMetrics().map(({ pid, name }) => ({ pid, name })),
    )
    const workbench = processes.find(({ name }) => name === 'Headroom workbench')
    if (workbench === undefined) throw new Error('There is no process of the workbench.')
    process.kill(workbench.pid, 'SIGSTOP')
    await page.fill(partitions, 'a dozen')
    const quit = app.close()
    // Longer than closing takes on an idle machine, so that all messages of the quit wait for the workbench together.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    process.kill(workbench.pid, 'SIGCONT')
    await quit
    const { page: again } = await open({ workspace })
    expect(await again.inputValue(partitions)).toBe('a dozen')
  })
})
