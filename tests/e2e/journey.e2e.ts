/**
 * A customer's session in the real window, from a blank scenario to an exported report, with the keyboard alone. Every
 * number on the way is compared with what the command line says of the same texts.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newScenario } from '../../src/renderer/features/sizing/new-scenario.ts'
import { headroom } from '../unit/cli/run-headroom.ts'
import { type Hands, handsOn } from './hands.ts'
import { watchPointer } from './keys.ts'
import { accessibilityProblems, type HeadroomWindow, keepScreenshot, openHeadroom, textOf } from './open-window.ts'

/** An action is one chord or one filled field. */
const maxActions = 60
const growth = '20 %/year'

/** The customer's answers as they are typed, by field. The customer states no key size. */
const producer = 'workload.producers.0'
const said = [
  [`${producer}.averageRecordsPerSec`, '40k/s'],
  [`${producer}.peakRecordsPerSec`, '3x'],
  [`${producer}.recordValueBytes`, '1.4 kB'],
  [`${producer}.clients`, '200'],
  [`${producer}.keys`, '{"kind":"zipf","distinct":1000000,"exponent":1}'],
  [`${producer}.recordKeyBytes`, '8'],
  [`${producer}.keys.exponent`, '8 %'],
  [`${producer}.compression`, 'lz4'],
  [`${producer}.compressionRatio`, '3:1'],
  ['workload.topics.0.retentionMs', '7 days'],
  ['workload.consumerGroups.0.count', '5'],
  ['workload.consumerGroups.0.members', '60 in total'],
  ['deployment.cloud', 'aws'],
] as const

let window: HeadroomWindow
let hands: Hands
let pointerEvents: () => Promise<number>
const folder = mkdtempSync(join(tmpdir(), 'headroom-journey-'))
const blankPath = join(folder, 'blank.headroom.json')
const answerPath = join(folder, 'answer.headroom.json')

beforeAll(async () => {
  window = await openHeadroom()
  hands = handsOn(window.page)
  pointerEvents = await watchPointer(window.page)
  await window.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: `${path}/answer.headroom.json` })
  }, folder)
  writeFileSync(blankPath, JSON.stringify(newScenario('confluent-cloud-dedicated')))
})
afterAll(() => window?.app.close())

/** The output of a command for the scenario at `path`, on one line. */
async function printed(command: string, path: string, ...options: string[]): Promise<string> {
  const { exitCode, out, err } = await headroom(command, path, ...options)
  expect(`${err}${exitCode}`).toMatch(/[03]$/)
  return out.replace(/\s+/g, ' ')
}

const asSaid = (count: number = said.length) =>
  said.slice(0, count).flatMap(([path, text]) => ['--set', `${path}=${text}`])

/** Waits until the sizing view says what `predict` prints, and compares its sentences, tiles and limits with it. */
async function expectPredicted(printedText: string): Promise<void> {
  const { page } = window
  // The terminal prints this mark between the headline and what the size carries; the window shows it above both.
  const output = printedText.replace(' [predicted, not measured]', '')
  const text = (selector: string) => textOf(page.locator(selector))
  const head = async () =>
    [await text('.lead'), await text('.recommendation .why'), await text('.chosen-size')].join(' ').trim()
  await expect
    .poll(async () => output.startsWith(await head()) || `${await head()} | ${output.slice(0, 900)}`)
    .toBe(true)
  for (const tile of await page.locator('.tiles .value').all()) {
    const value = await textOf(tile)
    expect(output).toContain(value.startsWith('×') ? `${value.slice(1)} times` : value)
  }
  for (const limit of await page.locator('.evidence .why summary .number').all()) {
    // The terminal prints "per connection" and the like on a line below, because its column is too narrow.
    const ofClients = / per (?:connection|producer|consumer)\b/
    expect(output).toContain((await textOf(limit)).replaceAll(' · ', ' ').replace(ofClients, ''))
  }
}

/** Time limit for a layout that never settles. It is long, because a busy machine may draw late. */
const layoutTimeoutMs = 60_000

/** The panes whose content is too wide for them, and the elements that stick out, each with its class and text. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.answer, .inputs')]
      .filter((pane) => pane.scrollWidth > pane.clientWidth)
      .flatMap((pane) => {
        const edge = pane.getBoundingClientRect().left + pane.clientWidth
        const wide = [...pane.querySelectorAll<HTMLElement>('*')].filter(
          (element) => element.getBoundingClientRect().right > edge && element.childElementCount === 0,
        )
        const named = wide.map((element) => `${element.tagName} ${element.className}: ${element.textContent}`)
        return [`${pane.className} by ${pane.scrollWidth - pane.clientWidth} pixels`, ...named]
      }),
  )
}

/** Width of a page of Letter between its margins of 15 mm, in pixels of CSS. */
const pageWidthPx = 703

/**
 * The captions of a report's tables that are wider than a printed page. Because of a single one, Chromium would print every
 * page smaller.
 */
function tooWideTables(path: string): Promise<string[]> {
  return window.app.evaluate(
    async ({ BrowserWindow }, { file, width }) => {
      const report = new BrowserWindow({ show: false, width, height: 900, useContentSize: true })
      await report.loadFile(file)
      const found: string[] = await report.webContents.executeJavaScript(`
        document.body.style.width = '${width}px'
        for (const rule of document.styleSheets[0].cssRules) if (rule.media?.mediaText === 'print') rule.media.mediaText = 'all'
        const boxes = [...document.querySelectorAll('.table')]
        boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.querySelector('caption').textContent)
      `)
      report.destroy()
      return found
    },
    { file: path, width: pageWidthPx },
  )
}

/** Keeps pictures of a step in three sizes and both themes. Nothing may be cut off, and axe must find no problem. */
async function look(step: string): Promise<void> {
  const { app, page } = window
  for (const [width, height] of [
    [1024, 768],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
      width,
      height,
    ] as const)
    await page.waitForFunction((wanted) => innerWidth === wanted, width)
    // Charts take over a new size of the window a little later than the page.
    await expect.poll(() => cutOff(page), { message: `${step} at ${width}`, timeout: layoutTimeoutMs }).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await keepScreenshot(page, `journey-${step}-${width}-${colorScheme}`)
    }
  }
  expect(await accessibilityProblems(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

it('types the customer from blank, and says at each step what predict says of the same texts', async () => {
  const { page } = window
  await hands.press('Control+n')
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-place')?.endsWith('.peakRecordsPerSec'))
  await expectPredicted(await printed('predict', blankPath))
  await look('1-blank')
  await hands.fill('3x')
  await hands.fillNext('.averageRecordsPerSec', '40k/s')
  await hands.fillNext('.recordValueBytes', '1.4 kB')
  await hands.fillNext('.clients', '200')
  await expectPredicted(await printed('predict', blankPath, ...asSaid(4)))
  await hands.fillNamed('keys', 'skewed')
  await hands.fillNext('.keys.exponent', '8 %', 3)
  await hands.fillNext('.compression', 'lz4')
  await hands.fillNext('.compressionRatio', '3:1')
  await expectPredicted(await printed('predict', blankPath, ...asSaid(9)))
  await hands.fillNamed('retention', '7 days')
  await hands.fillNamed('groups', '5')
  await hands.fillNext('.members', '60 in total')
  await hands.fillNamed('cloud', 'AWS')
  await hands.fillNamed('growth of all rates', growth)
  await expectPredicted(await printed('predict', blankPath, ...asSaid()))
  const grown = await textOf(page.locator('.recommendation .grown'))
  expect(await printed('predict', blankPath, ...asSaid(), '--growth', growth)).toContain(grown)
  await look('2-typed')
})

/** Height of a what-if's chart below the longest recommendation. 160 px left a plot of 75 px. */
const minChartPx = 210

it('shows a whole what-if below the longest recommendation, at 1280 x 800', async () => {
  const { app, page } = window
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800))
  await page.waitForFunction(() => innerWidth === 1280)
  // A script of the page chooses it, so that it counts neither as an action nor as a pointer event.
  const choose = (label: string) => page.getByLabel(label).evaluate((choice) => (choice as HTMLElement).click())
  await choose('What would change it?')
  const chart = page.locator('.what-if .chart-box')
  await chart.waitFor()
  const handle = page.locator('.what-if-handle')
  await expect
    .poll(() => handle.evaluate((row) => row.getBoundingClientRect().bottom - innerHeight), {
      timeout: layoutTimeoutMs,
    })
    .toBeLessThanOrEqual(0)
  // What the legend and the axis leave of it is a plot in which a line that rises is seen to rise.
  expect(await chart.evaluate((box) => box.getBoundingClientRect().height)).toBeGreaterThanOrEqual(minChartPx)
  await keepScreenshot(page, 'journey-2-what-if-1280-light')
  await choose('Every limit')
})

it('applies what the headline recommends, and sees the size, the costs and the dates that the terminal prints', async () => {
  const { page } = window
  await hands.press('Control+Shift+a')
  await expect.poll(() => page.locator('.recommendation .primary').count()).toBe(0)
  await hands.press('Control+s')
  await page.getByText('answer.headroom.json').first().waitFor()
  await expectPredicted(await printed('predict', answerPath))
  await look('3-applied')

  await hands.press('Control+2')
  const table = page.getByRole('table', { name: /^Offerings that carry/ })
  await table.waitFor()
  const compared = await printed('compare', answerPath)
  expect(compared.startsWith(await textOf(page.locator('.answer .sentence')))).toBe(true)
  for (const cost of await table.locator('td', { hasText: /USD/ }).all()) {
    expect(compared).toContain(/[\d,.]+ USD/.exec(await textOf(cost))?.[0])
  }
  await look('4-compare')

  await hands.press('Control+9')
  await page.getByRole('region', { name: 'When limits are full' }).waitFor()
  const forecast = await printed('forecast', answerPath, '--growth', growth)
  expect(forecast.startsWith(await textOf(page.locator('.answer > .sentence')))).toBe(true)
  // Dates are elements that do not wrap: "2026-" at the end of a line and "12-05" on the next are hard to read.
  expect(await page.locator('.answer > .sentence .date').count()).toBeGreaterThan(0)
  await look('5-forecast')
})

it('exports a report that begins with the same answer, after at most 60 actions and none with a pointer', async () => {
  const { page } = window
  await hands.press('Control+1')
  const lead = await textOf(page.locator('.lead'))
  await hands.press('Control+e')
  await page.getByText('Report written.').waitFor()
  await look('6-report')
  const names = readdirSync(folder)
  expect(names.filter((name) => name.startsWith('headroom-sizing-')).map((name) => name.replace(/.*\./, ''))).toEqual(
    expect.arrayContaining(['html', 'json', 'pdf']),
  )
  const htmlPath = join(folder, names.find((name) => name.endsWith('.html')) ?? '')
  expect(await tooWideTables(htmlPath)).toEqual([])
  const html = readFileSync(htmlPath, 'utf8')
  const text = html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ')
  for (const part of [lead, 'When limits are full', 'What it costs a month']) expect(text).toContain(part)
  console.log(`${hands.count()} actions`)
  expect(hands.count()).toBeLessThanOrEqual(maxActions)
  expect(await pointerEvents()).toBe(0)
  expect(window.complaints).toEqual([])
})
