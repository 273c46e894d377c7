/**
 * Memory of the window over a live run of two hours: the real app and workbench, a host that tells seconds as fast as the
 * window shows them, the last two minutes in real time. PSS of all processes of the app; the host is none of them.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApp } from '../../scripts/build.mjs'
import { findElectron } from '../../scripts/setup/electron-runtime.mjs'
import { electronArguments, hasDisplay } from '../../scripts/setup/launch.mjs'
import { launchElectron } from '../e2e/launch-electron.mjs'
import { rerunUnderVirtualDisplay } from './virtual-display.mjs'

const root = resolve(import.meta.dirname, '../..')
const fastSeconds = 7200
const realTimeSeconds = 120
/** From here on growth counts: the charts are there, and the code that draws them is compiled. */
const settledSecond = 120
const wantedMB = 60
const marks = [settledSecond, 3600, fastSeconds]
/**
 * So long the run is told in real time behind its second minute too: told a hundred times as fast as it passes, it leaves
 * no moment in which garbage is let go, of which a second of a real run has most. Like is compared with like.
 */
const calmSeconds = 90

if (hasDisplay()) await measure()
else process.exitCode = await rerunUnderVirtualDisplay(import.meta.url)

async function measure() {
  await buildApp()
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, 'workspace')
  const runtime = findElectron()
  if (runtime === undefined) throw new Error('No Electron is here; npm start gets one.')
  const app = await launchElectron({
    executablePath: runtime.executablePath,
    args: electronArguments(makeApp(folder), ['--workspace', workspace]),
    cwd: root,
  })
  const page = await app.firstWindow()
  await page.locator('.shell').waitFor()
  await page.getByRole('navigation').getByRole('button', { name: 'Validation' }).click()
  await page.getByLabel('Length of the load').fill(`${fastSeconds + realTimeSeconds} s`)
  await page.getByLabel('Scale').fill('0.1')
  await page.getByText('What it will do').waitFor()
  console.log(`before the run: ${(await pssMB(app)).text}`)
  await page.getByRole('button', { name: 'Start the validation' }).click()
  const taken = join(workspace, 'runner', 'taken')
  const beganAt = Date.now()
  const hurried = []
  let calm = 0
  for (const mark of marks) {
    await followTo(page, taken, mark)
    const now = await pssMB(app)
    hurried.push(now.all)
    const seconds = Math.round((Date.now() - beganAt) / 1000)
    console.log(`second ${String(mark).padStart(4)} of the load: ${now.text}, after ${seconds} s`)
    if (mark === settledSecond) calm = await inRealTime(app, page, { taken, from: mark })
  }
  await followTo(page, taken, fastSeconds + realTimeSeconds - 5)
  const last = await pssMB(app)
  console.log(`its last two minutes in real time: ${last.text}`)
  console.log(
    `growth over two hours, in real time at both ends: ${(last.all - calm).toFixed(1)} MB  wanted: ${wantedMB} MB`,
  )
  const hurriedGrowth = Math.max(...hurried.slice(1)) - (hurried[0] ?? 0)
  console.log(`growth in such haste, garbage included: ${hurriedGrowth.toFixed(1)} MB`)
  await page.locator('.sentence[data-verdict]').waitFor({ timeout: 120_000 })
  console.log(`with the result on the page: ${(await pssMB(app)).text}`)
  await app.close()
}

/** An app of these sources whose runner host is the simulated one. @param {string} folder */
function makeApp(folder) {
  const app = join(folder, 'app')
  const runner = join(app, 'src', 'runner')
  mkdirSync(join(runner, 'dist'), { recursive: true })
  mkdirSync(join(runner, 'embedded'))
  copyFileSync(join(root, 'package.json'), join(app, 'package.json'))
  for (const name of [
    'out',
    'models',
    'examples',
    'node_modules',
    'src/runner/node_modules',
    'src/runner/embedded/jars',
  ]) {
    symlinkSync(join(root, name), join(app, name))
  }
  symlinkSync(join(import.meta.dirname, 'simulated-host.mjs'), join(runner, 'dist', 'host.mjs'))
  return app
}

/** Lets the host tell a second a second; what the app holds afterwards, in MB. */
async function inRealTime(app, page, { taken, from }) {
  for (let second = 1; second <= calmSeconds; second += 1) {
    writeFileSync(taken, String(from + second))
    await page.waitForTimeout(1000)
  }
  const { all, text } = await pssMB(app)
  console.log(`${calmSeconds} s in real time: ${text}`)
  return all
}

/** Tells the host what the window has shown, until it is `second`. @param {import('playwright-core').Page} page */
async function followTo(page, taken, second) {
  for (;;) {
    const share = await page
      .locator('progress[aria-label="Progress"]')
      .evaluate((element) => (element instanceof HTMLProgressElement ? Math.max(0, element.value) : 0))
      .catch(() => 0)
    const shown = Math.round(share * (fastSeconds + realTimeSeconds))
    try {
      writeFileSync(taken, String(shown))
    } catch {
      // The host makes its folder when it starts.
    }
    if (shown >= second) return
    await page.waitForTimeout(100)
  }
}

/**
 * Sum over the processes of the app, of memory that they share a part each, and what page and workbench have of it.
 * @param {import('playwright-core').ElectronApplication} app
 */
async function pssMB(app) {
  const processes = await app.evaluate(({ app: own }) =>
    own.getAppMetrics().map(({ pid, type, serviceName }) => ({ pid, type: serviceName ?? type })),
  )
  const ofEach = processes.map(({ pid, type }) => {
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
    return { type, megabytes: kilobytes / 1000 }
  })
  const of = (/** @type {string} */ wanted) =>
    ofEach.filter(({ type }) => type === wanted).reduce((sum, { megabytes }) => sum + megabytes, 0)
  const all = ofEach.reduce((sum, { megabytes }) => sum + megabytes, 0)
  return {
    all,
    text: `${all.toFixed(0)} MB (page ${of('Tab').toFixed(0)}, workbench ${of('node.mojom.NodeService').toFixed(0)})`,
  }
}
