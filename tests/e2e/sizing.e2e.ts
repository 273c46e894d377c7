import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accessibilityProblems,
  type HeadroomWindow,
  keepScreenshot,
  makeWorkspace,
  openHeadroom,
  sharedWindow,
  textOf,
  windowPerTest,
} from './open-window.ts'

const open = windowPerTest()

const sentence = '.sentence'
const rate = '[data-place="workload.producers[0].peakRecordsPerSec"]'
const partitions = '[data-place="workload.topics[0].partitions"]'
const size = '[data-place="deployment.size"]'

describe('the sizing view', () => {
  it('opens the first example, with its answer and chart visible at 1280 x 800', async () => {
    const { app, page, complaints } = await open()
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, width: 1280, height: 800 })
    })
    await page.waitForFunction(() => innerWidth === 1280)
    expect(await page.getByLabel('Name of the scenario').inputValue()).toBe('First look: orders on one CKU')
    expect(await textOf(page.locator(sentence))).toMatch(/^1 CKU carries \d.* MB\/s in and \d.* MB\/s out/)
    expect(await textOf(page.locator('.question-line'))).toBe('What will this workload get?predicted, not measured')
    const bottoms = await page
      .locator('.sentence, .tiles, .chart-box')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom))
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(await page.evaluate(() => innerHeight))
    await keepScreenshot(page, 'sizing-light-1280')
    await page.emulateMedia({ colorScheme: 'dark' })
    await keepScreenshot(page, 'sizing-dark-1280')
    expect(complaints).toEqual([])
  })

  it('needs no horizontal scrolling at 200 %', async () => {
    const { app, page } = await open()
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, width: 1280, height: 800 })
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2)
    })
    await page.waitForFunction(() => innerWidth === 640)
    // Charts get their new width a few frames after the page.
    for (const selector of ['html', '.view', '.answer']) {
      await page.waitForFunction((each) => {
        const element = document.querySelector(each)
        return element !== null && element.scrollWidth === element.clientWidth
      }, selector)
    }
    await keepScreenshot(page, 'sizing-zoomed')
  })

  it('keeps notes with the scenario, even over a restart', async () => {
    const workspace = makeWorkspace()
    const { app, page } = await open({ workspace })
    await page.fill('[data-place="notes"]', 'Figures of the customer, March.\nTo be checked: the peak.')
    await page.locator('[data-place="notes"]').blur()
    await app.close()
    const { page: again } = await open({ workspace })
    expect(await again.inputValue('[data-place="notes"]')).toBe(
      'Figures of the customer, March.\nTo be checked: the peak.',
    )
  })
})

/** These tests share a window. Its page is loaded again for each test. */
describe('the sizing view', () => {
  const openAgain = sharedWindow()

  it('reopens the chart that was shown last', async () => {
    const { page } = await openAgain()
    await page.getByRole('radio', { name: 'What would change it?' }).check({ force: true })
    await page.locator('.what-if-choice select').selectOption({ label: 'Partitions' })
    await page.keyboard.press('Control+2')
    await page.getByRole('heading', { name: 'Which offerings carry it, at what size?' }).waitFor()
    await page.keyboard.press('Control+1')
    await page.locator('.what-if-sentence', { hasText: 'Below' }).waitFor()
    expect(await page.getByRole('radio', { name: 'What would change it?' }).isChecked()).toBe(true)
  })

  it('exports its report by the key that exports reports', async () => {
    const { app, page, workspace } = await openAgain()
    await app.evaluate(({ dialog }, directory) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [directory] })
    }, workspace)
    await page.keyboard.press('Control+e')
    await page.getByRole('button', { name: 'Writing…' }).waitFor()
    await page.getByText('Report written.').waitFor()
    expect(readdirSync(workspace).filter((name) => name.startsWith('headroom-sizing-'))).toHaveLength(3)
  })

  it('reports that a view failed, and keeps the others usable', async () => {
    const { page } = await openAgain()
    await page.evaluate(() => {
      const own = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext')
      Reflect.set(window, 'mend', () => Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', own ?? {}))
      Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
        configurable: true,
        value: () => {
          throw new Error('No picture can be drawn.')
        },
      })
    })
    await page.keyboard.press('Control+4')
    await page.getByRole('heading', { name: 'What did we see before?' }).waitFor()
    await page.keyboard.press('Control+1')
    await page.getByRole('heading', { name: 'This cannot be shown' }).waitFor()
    expect(await textOf(page.getByRole('alert'))).toMatch(/^No picture can be drawn\.The other views work/)
    await keepScreenshot(page, 'view-failed')
    await page.keyboard.press('Control+4')
    await page.getByRole('heading', { name: 'What did we see before?' }).waitFor()
    await page.keyboard.press('Control+1')
    await page.getByRole('heading', { name: 'This cannot be shown' }).waitFor()
    await page.evaluate(() => Reflect.get(window, 'mend')())
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('canvas').first().waitFor()
  })

  it('runs the commands of the menu', async () => {
    const { app, page } = await openAgain()
    const choose = (label: string) =>
      app.evaluate(({ Menu }, wanted) => {
        const items = Menu.getApplicationMenu()?.items.flatMap((menu) => menu.submenu?.items ?? []) ?? []
        items.find((item) => item.label === wanted)?.click()
      }, label)
    await choose('Validation')
    await page.getByText('Is it true?').waitFor()
    await choose('Export report…')
    await page.getByText('There is no run to report.').waitFor()
    await choose('Sizing')
    await choose('New scenario')
    await page.waitForFunction(() => document.querySelector('input')?.value === 'New scenario')
  })
})

/** These tests share a window. Each begins with the first example, as a new workspace does. */
describe('the sizing view', () => {
  let window: HeadroomWindow
  beforeAll(async () => {
    window = await openHeadroom()
  })
  beforeEach(async () => {
    await window.page.getByLabel('Start from an example').selectOption({ value: 'first.headroom.json' })
  })
  afterAll(() => window?.app.close())

  it('changes its answer with each key and keeps the field as typed', async () => {
    const { page } = window
    await page.fill(size, '2')
    expect(await textOf(page.locator(sentence))).toMatch(/^2 CKUs carry/)
    await page.fill(rate, '92.5 MB/s')
    // Just below 96 MB/s, which is the target of 80 % of the 120 MB/s of 2 CKUs.
    const justAbove = page.locator('section', { hasText: 'Just above this load' })
    await justAbove.getByText('3 CKUs are the smallest size that keeps every limit at or below 80 %.').waitFor()
    await justAbove.scrollIntoViewIfNeeded()
    await keepScreenshot(page, 'sizing-cliffs')
    await page.fill(rate, '30 MB/s')
    await justAbove.waitFor({ state: 'detached' })
    await page.locator('.sentence', { hasText: '30.4 MB/s in' }).waitFor()
    expect(await page.inputValue(rate)).toBe('30 MB/s')
    await page.locator(rate).blur()
    expect(await page.inputValue(rate)).toBe('30 MB/s')
    await page.fill(partitions, '2')
    expect(await textOf(page.locator('.reason').first())).toMatch(/partition/i)
  })

  it('says beside an invalid field what is expected, and keeps the last valid answer', async () => {
    const { page } = window
    const before = await textOf(page.locator(sentence))
    await page.fill(partitions, '-5')
    await page.locator(partitions).blur()
    expect(await page.locator(partitions).getAttribute('aria-invalid')).toBe('true')
    expect(await textOf(page.locator('.field-problem'))).toMatch(/write it like 108/)
    expect(await textOf(page.locator('.stale'))).toMatch(/last valid result/)
    expect(await textOf(page.locator(sentence))).toBe(before)
    expect(await page.inputValue(partitions)).toBe('-5')
    await keepScreenshot(page, 'sizing-refused-field')
  })

  it('predicts with the limits of another date', async () => {
    const { page } = window
    await page.getByRole('radio', { name: '2020-04' }).check({ force: true })
    await page.locator('.reason', { hasText: 'April 2020' }).waitFor()
  })

  it('shows for each limit its formula, source and date', async () => {
    const { page } = window
    await page.locator('.why summary').first().click()
    const body = await textOf(page.locator('.why-body').first())
    expect(body).toMatch(/60 MB\/s/)
    expect(body).toMatch(/2026-03 \(primary source/)
  })

  it('undoes and redoes field by field, including invalid texts', async () => {
    const { app, page } = window
    await page.fill(size, '4')
    await page.fill(partitions, 'many')
    await page.locator(partitions).press('Control+z')
    await page.waitForFunction((place) => document.querySelector<HTMLInputElement>(place)?.value === '24', partitions)
    expect(await page.locator('.field-problem').count()).toBe(0)
    await page.locator(partitions).press('Control+z')
    await page.locator(sentence, { hasText: '1 CKU carries' }).waitFor()
    await page.locator(partitions).press('Control+Shift+z')
    await page.locator(sentence, { hasText: '4 CKUs carry' }).waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await page.inputValue(partitions)).toBe('many')
    expect(await page.getByRole('button', { name: 'Redo' }).isDisabled()).toBe(true)
    await app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((menu) => menu.submenu?.items ?? []) ?? []
      items.find((item) => item.label === 'Undo')?.click()
    })
    await page.waitForFunction((place) => document.querySelector<HTMLInputElement>(place)?.value === '24', partitions)
  })

  it('leads from an open question to its field, and removes the question when it is answered', async () => {
    const { page } = window
    await page.getByRole('button', { name: '3 open questions' }).click()
    await page.getByRole('button', { name: 'How long is the round trip between clients and brokers?' }).click()
    const place = await page.evaluate(() => document.activeElement?.getAttribute('data-place'))
    expect(place).toBe('workload.roundTripMs')
    await page.keyboard.type('2 ms')
    await page.getByRole('button', { name: '2 open questions' }).waitFor()
  })

  it('explains a field by F1 and by its question mark, with the limits that it affects, their formulas, sources and dates', async () => {
    const { page } = window
    await page.locator(partitions).press('F1')
    const help = page.getByRole('dialog', { name: 'Help on Partitions' })
    await help.waitFor()
    expect(await textOf(help)).toMatch(/Partition ingress \(orders\).*3\.04 MB\/s into the fullest of 24.*2026-03/)
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, 'sizing-field-help')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-place'))).toBe(
      'workload.topics[0].partitions',
    )
    await page.getByRole('button', { name: 'Help on Size' }).click()
    await page.getByRole('button', { name: 'What would another value change?' }).click()
    await page.locator('.what-if-sentence', { hasText: 'From 2 CKUs on' }).waitFor()
  })

  it('starts from a preset and from the published benchmark, and goes back', async () => {
    const { page } = window
    const start = page.getByLabel('Start from an example')
    await start.selectOption({ label: 'Payments: 2,000 a second, nothing lost' })
    await page.locator(sentence, { hasText: '2 CKUs carry the whole load' }).waitFor()
    expect(await textOf(page.locator('.reason').first())).toMatch(/requests guideline would bind first/)
    // This example has the longest notes below the headroom. They must not make the answer too wide.
    expect(await page.locator('.answer').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    expect(await page.inputValue('[data-place="notes"]')).toMatch(/^A starting point for payments/)
    await keepScreenshot(page, 'sizing-preset')
    await start.selectOption({ value: 'confluent-cku-2020.headroom.json' })
    expect(await textOf(page.locator(sentence))).toMatch(/^2 CKUs carry 100 MB\/s in and 300 MB\/s out/)
    await page.getByLabel('Growth of all rates').fill('100 %/year')
    await page.getByText(/^At 2\stimes today’s load .*: [0-9]+\sCKUs, every limit at or below 80\s%/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.reason', { hasText: 'requests guideline' }).waitFor()
  })

  it('reports an unexpected failure', async () => {
    const { page } = window
    await page.evaluate(() => void Promise.reject(new Error('No folder could be asked for.')))
    await page.locator('.notice.is-problem', { hasText: 'This did not work: No folder could be' }).waitFor()
  })
})
