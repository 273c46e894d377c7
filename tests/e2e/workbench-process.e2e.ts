import { afterEach, describe, expect, it } from 'vitest'
import { goTo, type HeadroomWindow, openHeadroom, textOf } from './open-window.ts'

let opened: HeadroomWindow | null = null
afterEach(async () => {
  await opened?.app.close()
  opened = null
})

function workbenchPid({ app }: HeadroomWindow): Promise<number | undefined> {
  return app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find((metric) => metric.name === 'Headroom workbench')?.pid,
  )
}

/** Kills the process of the workbench. Returns the pid of its successor; undefined if there is none. */
async function killWorkbench(window: HeadroomWindow): Promise<number | undefined> {
  const before = await workbenchPid(window)
  if (before === undefined) throw new Error('There is no workbench process.')
  process.kill(before, 'SIGKILL')
  for (let attempt = 0; attempt < 40; attempt += 1) {
    await window.page.waitForTimeout(100)
    const now = await workbenchPid(window)
    if (now !== undefined && now !== before) return now
  }
  return undefined
}

describe('the workbench process', () => {
  it('runs in a separate process that is restarted when it dies, while the page continues', async () => {
    opened = await openHeadroom()
    const { page } = opened
    const sentence = await textOf(page.locator('.sentence'))
    expect(await killWorkbench(opened)).toBeTypeOf('number')
    await page.getByText('stopped unexpectedly and was started again').waitFor()
    expect(await textOf(page.locator('.sentence'))).toBe(sentence)
    await goTo(page, 'Validation')
    await page.getByText('What it will do').waitFor()
  })

  it('is given up with a message if it dies repeatedly, and sizing still works', async () => {
    opened = await openHeadroom()
    const { page } = opened
    for (let death = 0; death < 3; death += 1) expect(await killWorkbench(opened)).toBeTypeOf('number')
    expect(await killWorkbench(opened)).toBeUndefined()
    await page.getByText('Restart Headroom.').waitFor()
    await page.fill('[data-place="deployment.size"]', '4')
    expect(await textOf(page.locator('.sentence'))).toMatch(/^4 CKUs/)
  })
})
