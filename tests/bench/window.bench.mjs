import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApp } from '../../scripts/build.mjs'
import { findElectron } from '../../scripts/setup/electron-runtime.mjs'
import { electronArguments, hasDisplay } from '../../scripts/setup/launch.mjs'
import { axeProblems } from '../e2e/axe-problems.mjs'
import { launchElectron } from '../e2e/launch-electron.mjs'
import { rerunUnderVirtualDisplay } from './virtual-display.mjs'

const root = resolve(import.meta.dirname, '../..')
const starts = 7
const keys = 120
const runMs = 24_000
const rateField = '[data-place="workload.producers[0].peakRecordsPerSec"]'

if (hasDisplay()) await measure()
else process.exitCode = await rerunUnderVirtualDisplay(import.meta.url)

async function measure() {
  await buildApp()
  await measureStarts()
  const { app, page } = await open()
  await measureKeystrokes(page)
  await countProblems(page)
  await measureTasks(app, page)
  await app.close()
}

/**
 * @param {string} [appPath] the folder of the app
 * @returns {Promise<{ app: import('playwright-core').ElectronApplication, page: import('playwright-core').Page }>}
 */
async function open(appPath = root) {
  const runtime = findElectron()
  if (runtime === undefined) throw new Error('No Electron is here; npm start gets one.')
  const workspace = mkdtempSync(join(tmpdir(), 'headroom-bench-'))
  process.once('exit', () => rmSync(workspace, { recursive: true, force: true }))
  const app = await launchElectron({
    executablePath: runtime.executablePath,
    args: electronArguments(appPath, ['--workspace', workspace]),
    cwd: appPath,
  })
  const page = await app.firstWindow()
  await page.locator('.shell').waitFor()
  return { app, page }
}

/**
 * From the creation of Electron's process to the moment in which the page could be used. Beside each start, Electron
 * opens an empty page: that part of the time is Electron's own, on this machine at this moment.
 */
async function measureStarts() {
  const folder = emptyApp()
  const times = []
  const emptyTimes = []
  for (let start = 0; start < starts; start += 1) {
    const empty = await open(folder)
    emptyTimes.push(await usableAfter(empty))
    await empty.app.close()
    const headroom = await open()
    times.push(await usableAfter(headroom))
    await headroom.app.close()
  }
  report('Electron started to window usable', times, 2000)
  report('Electron started to an empty page', emptyTimes)
  report(
    'the difference, start by start',
    times.map((time, start) => time - (emptyTimes[start] ?? Number.NaN)),
  )
}

/** @param {{ app: import('playwright-core').ElectronApplication, page: import('playwright-core').Page }} started */
async function usableAfter({ app, page }) {
  const createdAt = await app.evaluate(() => process.getCreationTime() ?? Number.NaN)
  const usableAt = await page.evaluate(() => {
    const mark = performance.getEntriesByName('headroom:usable')[0]
    return performance.timeOrigin + (mark?.startTime ?? Number.NaN)
  })
  return usableAt - createdAt
}

/** Writes an app that opens a sandboxed window with an empty page. Returns its folder. */
function emptyApp() {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-empty-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', version: '1.0.0', main: 'main.js' }))
  writeFileSync(
    join(folder, 'main.js'),
    `const { app, BrowserWindow } = require('electron')
    app.whenReady().then(() => {
      const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } })
      window.once('ready-to-show', () => window.show())
      window.loadFile('page.html')
    })`,
  )
  writeFileSync(
    join(folder, 'page.html'),
    `<!doctype html><p class="shell">Empty</p><script>performance.mark('headroom:usable')</script>`,
  )
  return folder
}

/** @param {import('playwright-core').Page} page */
async function measureKeystrokes(page) {
  await page.waitForTimeout(3000)
  const session = await page.context().newCDPSession(page)
  // Time of the thread's own, so that other work on a shared machine is not counted as ours.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const idle = await keystrokes(page, session, ['ArrowRight', 'ArrowLeft'])
  const full = await keystrokes(page, session, ['1', 'Backspace', '2', 'Backspace', '3', 'Backspace'])
  report('keystroke that changes the prediction, script', full.script, 16)
  report('keystroke that changes the prediction, whole task', full.task)
  report('keystroke that changes nothing, script', idle.script)
  await page.getByRole('radio', { name: 'What would change it?' }).check({ force: true })
  await page.locator('.what-if canvas').waitFor()
  const curve = await keystrokes(page, session, ['1', 'Backspace', '2', 'Backspace', '3', 'Backspace'])
  report('keystroke with the what-if curve, script', curve.script)
}

/**
 * Types in the field of the rate, one key after the other in turn; what follows a key within 400 ms (the kept draft
 * included) counts as its own.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').CDPSession} session
 * @param {readonly string[]} turn
 */
async function keystrokes(page, session, turn) {
  await page.locator(rateField).focus()
  await page.keyboard.press('Home')
  const script = []
  const task = []
  for (let key = 0; key < keys; key += 1) {
    const before = await metrics(session)
    await page.keyboard.press(turn[key % turn.length] ?? 'ArrowLeft')
    await page.waitForTimeout(400)
    const after = await metrics(session)
    script.push((after.ScriptDuration - before.ScriptDuration) * 1000)
    task.push((after.TaskDuration - before.TaskDuration) * 1000)
  }
  return { script, task }
}

/** @param {import('playwright-core').CDPSession} session */
async function metrics(session) {
  const { metrics: list } = await session.send('Performance.getMetrics')
  return Object.fromEntries(list.map(({ name, value }) => [name, value]))
}

/** What axe finds in every view, light and dark. @param {import('playwright-core').Page} page */
async function countProblems(page) {
  const rail = page.getByRole('navigation').getByRole('button')
  const problems = []
  for (const view of await rail.all()) {
    await view.click()
    await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme })
      for (const problem of await axeProblems(page))
        problems.push(`${await view.textContent()}, ${colorScheme}: ${problem}`)
    }
  }
  console.log(`problems that axe finds in ${await rail.count()} views, light and dark: ${problems.length}  wanted: 0`)
  for (const problem of problems) console.log(`  ${problem}`)
}

/**
 * Chromium's own trace of the main threads of main process and page, over a whole run against the embedded cluster.
 * @param {import('playwright-core').ElectronApplication} app
 * @param {import('playwright-core').Page} page
 */
async function measureTasks(app, page) {
  await page.getByRole('navigation').getByRole('button', { name: 'Validation' }).click()
  await page.getByLabel('Length of the load').fill(`${runMs} ms`)
  await page.getByLabel('Scale').fill('0.1')
  await page.getByText('What it will do').waitFor()
  await app.evaluate(({ contentTracing }) => contentTracing.startRecording({ included_categories: ['toplevel'] }))
  await page.getByRole('button', { name: 'Start the validation' }).click()
  await page.locator('.sentence[data-verdict]').waitFor({ timeout: 180_000 })
  const path = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording())
  const events = JSON.parse(readFileSync(path, 'utf8')).traceEvents
  const pageProcess = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  )
  for (const [name, thread, pid] of [
    ['main process', 'CrBrowserMain', undefined],
    ['page', 'CrRendererMain', pageProcess],
  ]) {
    const tasks = tasksOf(events, thread, pid)
    report(
      `${name}, ${tasks.length} tasks of a whole run`,
      tasks.map(({ ms }) => ms),
      50,
    )
    const longest = [...tasks].sort((a, b) => b.ms - a.ms).slice(0, 4)
    console.log(`  longest: ${longest.map(({ ms, from }) => `${ms.toFixed(1)} ms ${from}`).join(', ')}`)
  }
}

/** The outermost tasks of a thread, each with its duration in ms and who posted it. @param {any[]} events */
function tasksOf(events, threadName, pid) {
  const thread = events.find(
    (event) =>
      event.name === 'thread_name' && event.args?.name === threadName && (pid === undefined || event.pid === pid),
  )
  if (thread === undefined) throw new Error(`The trace names no thread ${threadName}.`)
  const own = events
    .filter((event) => event.ph === 'X' && event.pid === thread.pid && event.tid === thread.tid)
    .sort((a, b) => a.ts - b.ts)
  const tasks = []
  let end = 0
  for (const event of own) {
    if (event.ts < end) continue
    end = event.ts + event.dur
    // Time of the thread's own, so that other work on a shared machine is not counted as ours.
    tasks.push({ ms: (event.tdur ?? event.dur) / 1000, from: event.args?.src_func ?? event.name })
  }
  return tasks
}

/** @param {string} name @param {number[]} times in ms @param {number} [wanted] */
function report(name, times, wanted) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const figures = [0.5, 0.95, 1].map((share) => `${at(share).toFixed(1)} ms`.padStart(10)).join(' ')
  const goal = wanted === undefined ? '' : `  wanted: ${wanted} ms`
  console.log(`${name.padEnd(52)} median, p95, max: ${figures}${goal}`)
}
