import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApp } from '../../scripts/build.mjs'
import { findElectron } from '../../scripts/setup/electron-runtime.mjs'
import { electronArguments, hasDisplay } from '../../scripts/setup/launch.mjs'
import { launchElectron } from '../e2e/launch-electron.mjs'
import { loadSources } from './load-sources.mjs'
import { rerunUnderVirtualDisplay } from './virtual-display.mjs'

const root = resolve(import.meta.dirname, '../..')
const hourSeconds = 3600
const sourceModules = [
  'src/workbench/store/store',
  'tests/unit/presentation/known-run',
  'tests/unit/workbench/example-run',
]
const partitions = 40
const opens = 5
const steps = 60
const plainSteps = 30
const idleMs = 20_000

if (hasDisplay()) await measure()
else process.exitCode = await rerunUnderVirtualDisplay(import.meta.url)

async function measure() {
  await buildApp()
  const workspace = await workspaceWithAnHour()
  const runtime = findElectron()
  if (runtime === undefined) throw new Error('No Electron is here; npm start gets one.')
  const app = await launchElectron({
    executablePath: runtime.executablePath,
    args: electronArguments(root, ['--workspace', workspace]),
    cwd: root,
    timeout: 180_000,
  })
  const page = await app.firstWindow()
  await page.locator('.shell').waitFor()
  await page.waitForTimeout(3000)
  await measureIdle(app)
  await measureOpening(page)
  const session = await page.context().newCDPSession(page)
  // Time of the thread's own, so that other work on a shared machine is not counted as ours.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await measurePanning(page, session)
  await measurePlainPanning(page, session)
  await app.close()
}

/** The sum over all processes of the app, of one core. @param {import('playwright-core').ElectronApplication} app */
async function measureIdle(app) {
  const sum = () =>
    app.evaluate(({ app: own }) => own.getAppMetrics().reduce((total, { cpu }) => total + cpu.percentCPUUsage, 0))
  await sum()
  await new Promise((done) => setTimeout(done, idleMs))
  console.log(`idle, all processes: ${(await sum()).toFixed(2)} % of a core  wanted: 1 %`)
}

/** From the click to the frame after the chart was drawn. @param {import('playwright-core').Page} page */
async function measureOpening(page) {
  const rail = page.getByRole('navigation')
  const times = []
  for (let open = 0; open < opens; open += 1) {
    await rail.getByRole('button', { name: 'Runs' }).click()
    await page.locator('.run-table').getByRole('button', { name: 'An hour' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).waitFor()
    times.push(
      await page.evaluate(async () => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Open')
        const start = performance.now()
        button?.click()
        while (document.querySelector('canvas[aria-label="Records on each partition"]') === null) {
          await new Promise((frame) => requestAnimationFrame(frame))
        }
        await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
        return performance.now() - start
      }),
    )
    await page.getByRole('button', { name: 'New validation' }).click()
  }
  report('click to the chart of a recorded hour, 40 partitions', times, 1000)
  await rail.getByRole('button', { name: 'Runs' }).click()
  await page.locator('.run-table').getByRole('button', { name: 'An hour' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('img', { name: 'Records on each partition' }).waitFor()
}

/** @param {import('playwright-core').Page} page @param {import('playwright-core').CDPSession} session */
async function measurePanning(page, session) {
  const range = page.getByRole('slider', { name: /^Part of Records on each partition/ })
  await range.focus()
  for (const key of ['+', '+']) await page.keyboard.press(key)
  const turn = ['ArrowRight', 'ArrowLeft']
  const script = []
  for (let step = 0; step < steps; step += 1) {
    const before = await scriptMs(session)
    await page.keyboard.press(turn[step % 2] ?? 'ArrowLeft')
    await page.waitForTimeout(150)
    script.push((await scriptMs(session)) - before)
  }
  report('a step of panning, script', script, 16)
}

/** The same values as forty datasets of Chart.js, drawn and moved as its manual says. */
async function measurePlainPanning(page, session) {
  await page.evaluate(readFileSync(join(root, 'node_modules/chart.js/dist/chart.umd.js'), 'utf8'))
  await page.evaluate(
    ({ seconds, lines }) => {
      const canvas = document.createElement('canvas')
      const box = document.createElement('div')
      box.style.cssText = 'position:fixed;inset:0;background:white;z-index:9'
      box.append(canvas)
      document.body.append(box)
      const datasets = Array.from({ length: lines }, (_, line) => ({
        pointRadius: 0,
        borderWidth: 1,
        data: Array.from({ length: seconds }, (_each, x) => ({ x, y: 100 + ((x * 7919 + line * 104_729) % 23) })),
      }))
      const chart = new (Reflect.get(window, 'Chart'))(canvas, {
        type: 'line',
        data: { datasets },
        options: {
          animation: false,
          parsing: false,
          normalized: true,
          maintainAspectRatio: false,
          plugins: { legend: { display: false }, decimation: { enabled: true, algorithm: 'min-max' } },
          scales: { x: { type: 'linear', min: 1200, max: 2500 } },
        },
      })
      // By a key, as ours: what a debugger evaluates is not counted as script of the page.
      window.addEventListener('keydown', ({ key }) => {
        const by = { F7: -260, F8: 260 }[key]
        if (by === undefined) return
        chart.options.scales.x.min += by
        chart.options.scales.x.max += by
        chart.update('none')
      })
    },
    { seconds: hourSeconds, lines: partitions },
  )
  const script = []
  for (let step = 0; step < plainSteps; step += 1) {
    const before = await scriptMs(session)
    await page.keyboard.press(step % 2 === 0 ? 'F8' : 'F7')
    await page.waitForTimeout(150)
    script.push((await scriptMs(session)) - before)
  }
  report('the same step by plain Chart.js, script', script)
}

/** @param {import('playwright-core').CDPSession} session */
async function scriptMs(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

/** A workspace with a recorded hour, as a run leaves it. */
async function workspaceWithAnHour() {
  const { openStore, knownRecord, exampleSample } = await loadSources(sourceModules, ['libsql'])
  const workspace = mkdtempSync(join(tmpdir(), 'headroom-bench-'))
  process.once('exit', () => rmSync(workspace, { recursive: true, force: true }))
  const record = {
    ...knownRecord,
    id: 'hour',
    scenario: { ...knownRecord.scenario, name: 'An hour' },
    plan: { ...knownRecord.plan, durationMs: hourSeconds * 1000 },
  }
  const samples = Array.from({ length: hourSeconds }, (_, second) => {
    const sample = exampleSample(record, second)
    const ackedRecordsByPartition = Object.fromEntries(
      Array.from({ length: partitions }, (_each, line) => [line, 100 + ((second * 7919 + line * 104_729) % 23)]),
    )
    return {
      ...sample,
      producers: sample.producers.map((/** @type {object} */ producer) => ({ ...producer, ackedRecordsByPartition })),
    }
  })
  const store = openStore(workspace)
  store.addRun(record, samples)
  store.close()
  return workspace
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
