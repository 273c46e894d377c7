/**
 * What happens after the process of the page dies. Playwright then loses its page object, so the tests read the page through
 * the main process.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ElectronApplication } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/workbench/store/store.ts'
import { goTo, type HeadroomWindow, hangMs, openHeadroom, stopTheClock, textOf } from './open-window.ts'
import { startRun, waitUntilClusterStarts, waitUntilMeasuring } from './validation-run.ts'

/** The open apps with their processes, kept from the start because Playwright has no process of an app that has quit. */
const opened: { readonly app: ElectronApplication; readonly child: ChildProcess }[] = []
afterEach(async () => {
  for (const { app, child } of opened.splice(0)) await quit(app, child)
})

async function open(): Promise<HeadroomWindow & { readonly child: ChildProcess }> {
  const window = await openHeadroom()
  const child = window.app.process()
  opened.push({ app: window.app, child })
  return { ...window, child }
}

/** Quits the app, and kills it if it hangs. Playwright's own close would wait for the lost page. */
async function quit(app: ElectronApplication, child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), hangMs)
  await app.evaluate(({ app: electron }) => setImmediate(() => electron.quit())).catch(() => undefined)
  await ended
  clearTimeout(timer)
}

/** Kills the process of the page and waits until a page exists again. */
function crashPage(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }, limitMs) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return new Promise<void>((resolve, reject) => {
      if (contents === undefined) return reject(new Error('There is no window.'))
      const timer = setTimeout(() => reject(new Error('The page was not loaded again.')), limitMs)
      contents.once('did-finish-load', () => {
        clearTimeout(timer)
        resolve()
      })
      contents.forcefullyCrashRenderer()
    })
  }, hangMs)
}

/** Waits until a script in the new page returns a value that is neither null nor false, and returns it. */
function inPage(app: ElectronApplication, script: string): Promise<unknown> {
  return app.evaluate(
    ({ BrowserWindow }, { expression, limitMs }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return contents?.executeJavaScript(`new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(${JSON.stringify(expression)})), ${limitMs})
      const look = () => {
        const value = ${expression}
        if (value === null || value === undefined || value === false) return setTimeout(look, 50)
        clearTimeout(giveUp)
        resolve(value)
      }
      look()
    })`)
    },
    { expression: script, limitMs: hangMs },
  )
}

/** Waits until the workspace has a draft with this size. */
async function waitForDraft({ page, workspace }: HeadroomWindow, size: number): Promise<void> {
  const isKept = () => {
    const store = openStore(workspace)
    const text = store.loadDraft('scenario') ?? '{}'
    store.close()
    return JSON.parse(text).scenario?.deployment.size === size
  }
  while (!isKept()) await page.waitForTimeout(100)
}

/** A script that finds the button with this name. */
function buttonNamed(name: string): string {
  return `[...document.querySelectorAll('button')].find((each) => each.textContent === '${name}')`
}

async function press(app: ElectronApplication, name: string): Promise<void> {
  await inPage(app, `(${buttonNamed(name)}.click(), true)`)
}

describe('a page whose process died', () => {
  it('is reloaded in the same view with all input, and says so', async () => {
    const window = await open()
    const { app, page } = window
    await page.fill('[data-place="deployment.size"]', '7')
    await page.getByText('Draft, kept in the workspace').waitFor()
    expect(await textOf(page.locator('.sentence'))).toMatch(/^7 CKUs/)
    await goTo(page, 'Benchmarks')
    await page.getByRole('radio', { name: /Huawei/ }).check()
    // The draft is stored after a pause in typing.
    await waitForDraft(window, 7)
    await crashPage(app)
    expect(await inPage(app, `document.querySelector('.notice-text')?.textContent`)).toMatch(
      /stopped unexpectedly and was reloaded/,
    )
    const view = `document.querySelector('.rail [aria-current="page"]')?.textContent`
    expect(await inPage(app, view)).toBe('Benchmarks')
    const chosen = `document.querySelector('input[name="benchmark"]:checked')?.labels[0].textContent`
    expect(await inPage(app, chosen)).toMatch(/Huawei/)
    await inPage(app, `(document.querySelector('.rail button').click(), true)`)
    expect(await inPage(app, `document.querySelector('[data-place="deployment.size"]')?.value`)).toBe('7')
    expect(await inPage(app, `document.querySelector('.state')?.textContent`)).toBe('Draft, kept in the workspace')
  })

  it('that dies repeatedly asks before it is reloaded, and quits if the user chooses so', async () => {
    const { app, child } = await open()
    // The app then takes four crashes to happen within a minute, however long they take here.
    await stopTheClock(app)
    const answerWith = (response: number) =>
      app.evaluate(({ dialog }, chosen) => {
        dialog.showMessageBox = (async (_window: unknown, options: { message: string }) => {
          Object.assign(globalThis, { asked: options.message })
          return { response: chosen, checkboxChecked: false }
        }) as typeof dialog.showMessageBox
      }, response)
    const asked = () => app.evaluate(() => (globalThis as { asked?: string }).asked ?? null)
    await answerWith(0)
    for (let crash = 1; crash <= 3; crash++) await crashPage(app)
    expect(await asked()).toBeNull()
    await crashPage(app)
    expect(await asked()).toBe('The window stopped several times within a minute.')
    await inPage(app, `document.querySelector('.rail [aria-current="page"]')`)
    await answerWith(1)
    const ended = once(child, 'exit')
    await app
      .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
      // The app may have quit before it responded.
      .catch(() => undefined)
    expect((await ended)[0]).toBe(0)
  })

  it('follows the run that continued meanwhile, with every second of it', async () => {
    const { app, page } = await open()
    await goTo(page, 'Validation')
    await page.getByRole('radio', { name: 'Simulated brokers' }).check()
    await page.getByLabel('Scale').fill('0.01')
    // It is stopped long before its end.
    await page.getByLabel('Length of the load').fill('5 min')
    await page.locator('.plan', { hasText: '5 min of load' }).waitFor()
    await page.getByRole('button', { name: 'Start the validation' }).click()
    await waitUntilMeasuring(page)
    await page.locator('.chart-head button[aria-expanded]').first().click()
    await page.locator('.answer figure table tbody tr').nth(3).waitFor()
    await crashPage(app)
    const view = `document.querySelector('.rail [aria-current="page"]')?.textContent`
    expect(await inPage(app, view)).toMatch(/^Validation/)
    await inPage(app, `/^(Running|Measuring)/.test(document.querySelector('.answer .sentence')?.textContent)`)
    await inPage(app, `document.querySelector('.rail .live')?.getBoundingClientRect().width > 0`)
    await inPage(app, `(document.querySelector('.chart-head button[aria-expanded]')?.click(), true)`)
    const seconds = `[...document.querySelectorAll('.answer figure table tbody tr')].map((row) => row.cells[0].textContent)`
    const before = Number(await inPage(app, `${seconds}.length || null`))
    expect(before).toBeGreaterThanOrEqual(4)
    expect(await inPage(app, `${seconds}[0]`)).toMatch(/^[01]$/)
    // The run continues: seconds are added, and it can be stopped.
    await inPage(app, `${seconds}.length > ${before + 1} || null`)
    await press(app, 'Stop and keep what was measured')
    await inPage(app, `${buttonNamed('Export report…')} !== undefined`)
    expect(await inPage(app, `document.querySelector('.badges')?.textContent`)).toMatch(/partial/)
  })

  it('while the cluster of a run starts follows that run, and can stop it', async () => {
    const { app, page, workspace } = await open()
    await startRun(page)
    await waitUntilClusterStarts(page, workspace)
    await crashPage(app)
    await inPage(app, `/^(Running|Measuring)/.test(document.querySelector('.answer .sentence')?.textContent)`)
    await press(app, 'Stop and keep what was measured')
    await inPage(app, `${buttonNamed('Export report…')} !== undefined`)
    expect(await inPage(app, `document.querySelector('.badges')?.textContent`)).toMatch(/partial/)
  })

  it('follows the benchmark that continued meanwhile from its current run', async () => {
    const { app, page } = await open()
    await goTo(page, 'Benchmarks')
    await page.getByRole('radio', { name: /Huawei/ }).check()
    await page.getByRole('radio', { name: 'Simulated brokers' }).check()
    // It is stopped long before its end.
    await page.getByLabel('Length of each load').fill('5 min')
    await page.locator('.plan').waitFor()
    await page.getByRole('button', { name: 'Start the benchmark' }).click()
    await page.getByText(/Run 1 of at most/).waitFor()
    await crashPage(app)
    await inPage(app, `/^Run 1 of at most/.test(document.querySelector('.answer .progress-line')?.textContent)`)
    await inPage(app, `/records\\/s written$/.test(document.querySelector('.answer .progress-line')?.textContent)`)
    await press(app, 'Stop and keep what was measured')
    await inPage(app, `${buttonNamed('Resume')} !== undefined`)
  })
})
