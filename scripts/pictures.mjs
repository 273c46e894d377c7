/**
 * `npm run pictures [WORD …]` makes pictures of every view of the window with data in it: in three sizes, both themes and in
 * greyscale, as PNG files in test-artifacts/pictures/. It also writes each view once as the text that a screen reader gets.
 * People look at the pictures; nothing is compared.
 *
 * The runs are real ones of the first example on an embedded Apache Kafka. They are made by the first call, in some minutes,
 * and kept in test-artifacts/pictures-runs/. Only the run of an hour is invented.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSources } from '../tests/bench/load-sources.mjs'
import { rerunUnderVirtualDisplay } from '../tests/bench/virtual-display.mjs'
import { launchElectron } from '../tests/e2e/launch-electron.mjs'
import { buildApp } from './build.mjs'
import { scenes } from './pictures/scenes.mjs'
import { findElectron } from './setup/electron-runtime.mjs'
import { electronArguments, hasDisplay } from './setup/launch.mjs'
import { repositoryPath as root } from './setup/paths.mjs'

const folder = join(root, 'test-artifacts', 'pictures')
const wanted = process.argv.slice(2)
const sources = ['src/workbench/store/store', 'tests/unit/presentation/known-run', 'tests/unit/workbench/example-run']

/** The workspace of the real runs, and their number. */
const realRuns = join(root, 'test-artifacts', 'pictures-runs')
const realRunCount = 2

/** The looks in which each view is pictured: size of the window, theme, zoom, and whether it is in greyscale. */
const looks = [
  { name: '1024-light', width: 1024, height: 768, theme: 'light', zoom: 1, grey: false },
  { name: '1280-light', width: 1280, height: 800, theme: 'light', zoom: 1, grey: false },
  { name: '1280-dark', width: 1280, height: 800, theme: 'dark', zoom: 1, grey: false },
  { name: '1280-grey', width: 1280, height: 800, theme: 'light', zoom: 1, grey: true },
  { name: '1920-light', width: 1920, height: 1080, theme: 'light', zoom: 1, grey: false },
  { name: '1920-dark', width: 1920, height: 1080, theme: 'dark', zoom: 1, grey: false },
  { name: '1920-zoomed', width: 1920, height: 1080, theme: 'light', zoom: 1.5, grey: false },
]

/** The look in which the text of each view is written: it is the same in all. */
const spokenLook = '1280-light'

if (hasDisplay()) await takeAll()
else process.exitCode = await rerunUnderVirtualDisplay(import.meta.url)

async function takeAll() {
  await buildApp()
  mkdirSync(folder, { recursive: true })
  const runs = await workspaceWithRuns()
  const runtime = findElectron()
  if (runtime === undefined) throw new Error('No Electron is here; npm start gets one.')
  for (const look of looks.filter(({ name }) => isWanted(name))) {
    // The scenes leave a draft, with which the window would open in the next look.
    const workspace = mkdtempSync(join(tmpdir(), 'headroom-pictures-'))
    cpSync(runs, workspace, { recursive: true })
    const app = await launchElectron({
      executablePath: runtime.executablePath,
      args: electronArguments(root, ['--workspace', workspace]),
      cwd: root,
      colorScheme: look.theme === 'dark' ? 'dark' : 'light',
    })
    await take(app, look)
    await app.close()
    rmSync(workspace, { recursive: true, force: true })
  }
  rmSync(runs, { recursive: true, force: true })
}

/** True for a wanted look. All are wanted if no given word names one. @param {string} name */
function isWanted(name) {
  const words = wanted.filter((word) => looks.some((look) => look.name.includes(word)))
  return words.length === 0 || words.some((word) => name.includes(word))
}

/** @param {import('playwright-core').ElectronApplication} app @param {(typeof looks)[number]} look */
async function take(app, look) {
  const page = await app.firstWindow()
  await page.locator('.shell').waitFor()
  await app.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setBounds({ x: 0, y: 0, width, height })
    window?.webContents.setZoomFactor(zoom)
  }, look)
  const session = await page.context().newCDPSession(page)
  if (look.grey) {
    await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' })
  }
  const words = wanted.filter((word) => scenes.some(([name]) => name.includes(word)))
  for (const [name, prepare] of scenes) {
    await prepare(page)
    await page.waitForTimeout(700)
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue
    // Playwright's own cuts a zoomed page off at its unzoomed size.
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
    writeFileSync(join(folder, `${name}-${look.name}.png`), Buffer.from(data, 'base64'))
    if (look.name === spokenLook) {
      writeFileSync(join(folder, `${name}.txt`), `${await page.locator('body').ariaSnapshot()}\n`)
    }
    console.log(`${name}-${look.name}`)
  }
}

/**
 * A second of a run with the rates of its result, which swing by about a percent.
 * @param {import('../src/contracts/sample.ts').Sample} sample
 * @param {import('../src/contracts/run-record.ts').MeasuredRecord} run
 */
function measuredSample(sample, { result, prediction }) {
  const swing = 1 + 0.012 * Math.sin(sample.second * 1.7) + 0.006 * Math.sin(sample.second * 0.31)
  const offeredRecords = Math.round(prediction.offered.recordsPerSec)
  const written = Math.round((result?.steady?.ingressWireBytesPerSec.mean ?? 0) * swing)
  const read = Math.round((result?.steady?.egressWireBytesPerSec.mean ?? 0) * swing)
  return {
    ...sample,
    producers: sample.producers.map((producer) => ({ ...producer, offeredRecords, wireBytes: written })),
    consumers: sample.consumers.map((consumer) => ({ ...consumer, wireBytes: read })),
  }
}

/** Makes the real runs, unless an earlier call did. At a small scale they are steady on a busy machine, too. */
function makeRealRuns() {
  if (existsSync(join(realRuns, 'done'))) return
  rmSync(realRuns, { recursive: true, force: true })
  mkdirSync(realRuns, { recursive: true })
  const run = ['validate', join(root, 'examples', 'first.headroom.json'), '--yes', '--workspace', realRuns]
  const load = ['--target', 'embedded:kafka', '--scale', '0.03']
  for (let index = 1; index <= realRunCount; index += 1) {
    console.log(`run ${index} of ${realRunCount} for the pictures`)
    const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'headroom.mjs'), ...run, ...load], {
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`The run for the pictures ended with code ${status}.`)
  }
  writeFileSync(join(realRuns, 'done'), '')
}

/** A workspace with the real runs, an invented one of an hour, and a broken model. */
async function workspaceWithRuns() {
  makeRealRuns()
  const { openStore, knownRecord, exampleSample } = await loadSources(sources, ['libsql'])
  const workspace = mkdtempSync(join(tmpdir(), 'headroom-pictures-'))
  cpSync(realRuns, workspace, { recursive: true })
  mkdirSync(join(workspace, 'models'), { recursive: true })
  writeFileSync(join(workspace, 'models', 'broken.json'), '{"kind": "headroom.offering", "id": "broken"}')
  const store = openStore(workspace)
  const dayMs = 86_400_000
  const hour = {
    ...knownRecord,
    id: 'hour',
    createdAtEpochMs: knownRecord.createdAtEpochMs - 2 * dayMs,
    scenario: { ...knownRecord.scenario, name: 'An hour, invented' },
    plan: { ...knownRecord.plan, durationMs: 3_600_000 },
  }
  const samples = Array.from({ length: 3600 }, (_, second) => {
    const sample = measuredSample(exampleSample(hour, second), hour)
    const ackedRecordsByPartition = Object.fromEntries(
      Array.from({ length: 40 }, (_each, line) => [
        line,
        (line === 7 ? 300 : 100) + ((second * 7919 + line * 104_729) % 23),
      ]),
    )
    return {
      ...sample,
      producers: sample.producers.map((/** @type {object} */ producer) => ({ ...producer, ackedRecordsByPartition })),
    }
  })
  store.addRun(hour, samples)
  store.close()
  return workspace
}
