/**
 * The scenes of `npm run pictures`: each prepares the page for one picture.
 */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {readonly [string, (page: Page) => Promise<void>]} Scene */

/** @param {Page} page @param {string} view */
async function goTo(page, view) {
  await page.getByRole('navigation').getByRole('button', { name: view }).click()
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
}

/** @param {Page} page */
async function closeNotices(page) {
  for (const close of await page.locator('.notice').getByRole('button', { name: 'Close' }).all()) await close.click()
}

/** @param {Page} page @param {string} name */
async function openRun(page, name) {
  await goTo(page, 'Runs')
  await page.locator('.run-table').getByRole('button', { name }).first().click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'New validation' }).waitFor()
}

/** Texts that fields refuse, by place. */
const wrongTexts = {
  'workload.producers[0].peakRecordsPerSec': '12,5 MB/s',
  'workload.producers[0].recordValueBytes': 'many',
  'workload.topics[0].partitions': '-5',
}

/**
 * The pictured views. Each can follow the one before.
 * @type {readonly Scene[]}
 */
export const scenes = [
  ['notice', async (page) => page.locator('.notice').waitFor()],
  [
    'sizing',
    async (page) => {
      await page.locator('.notice').getByRole('button', { name: 'Close' }).click()
      await goTo(page, 'Sizing')
    },
  ],
  ['sizing-below', async (page) => page.locator('.evidence').first().scrollIntoViewIfNeeded()],
  [
    'what-if',
    async (page) => {
      await page.getByRole('radio', { name: 'What would change it?' }).check({ force: true })
      await page.locator('.what-if-choice select').selectOption({ label: 'Partitions' })
      await page.locator('.what-if-sentence', { hasText: 'Below' }).waitFor()
    },
  ],
  [
    'applied',
    async (page) => {
      await page.getByRole('radio', { name: 'Every limit' }).check({ force: true })
      await page.getByRole('button', { name: /^Apply for/ }).click()
      await page.locator('.to-be-set summary').click()
    },
  ],
  [
    'compare',
    async (page) => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await goTo(page, 'Compare')
    },
  ],
  [
    'forecast',
    async (page) => {
      await goTo(page, 'Forecast')
      await page.getByRole('region', { name: 'When limits are full' }).waitFor()
    },
  ],
  ['observe', async (page) => goTo(page, 'Observe')],
  ['validation', async (page) => goTo(page, 'Validation')],
  [
    'validation-connection',
    async (page) => {
      await page.getByRole('radio', { name: 'A cluster of yours' }).check()
      await page.getByLabel('SASL').selectOption('PLAIN')
    },
  ],
  ['validation-run', async (page) => openRun(page, 'First look')],
  ['validation-run-below', async (page) => page.locator('.evidence').first().scrollIntoViewIfNeeded()],
  [
    'validation-hour',
    async (page) => {
      await openRun(page, 'An hour')
      await page.getByRole('img', { name: 'Records on each partition' }).waitFor()
    },
  ],
  [
    'runs',
    async (page) => {
      await goTo(page, 'Runs')
      const sets = page.locator('.run-table input[type="checkbox"]')
      for (const index of [0, 3]) await sets.nth(index).check()
      await page.getByRole('heading', { name: /compared$/ }).waitFor()
    },
  ],
  ['runs-clear', async (page) => page.getByRole('button', { name: 'Clear both sets' }).click()],
  ['models', async (page) => goTo(page, 'Models')],
  ['models-hosts', async (page) => page.getByRole('button', { name: /^Apache Kafka on hosts/ }).click()],
  ['benchmarks', async (page) => goTo(page, 'Benchmarks')],
  ['agents', async (page) => goTo(page, 'Agents')],
  ['palette', async (page) => page.keyboard.press('Control+k')],
  [
    'keys',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+/')
    },
  ],
  [
    'presenter',
    async (page) => {
      await page.keyboard.press('Escape')
      await goTo(page, 'Sizing')
      await page.keyboard.press('Control+Shift+L')
      await page.getByLabel('Presented to').fill('Example Bank')
    },
  ],
  ['presenter-validation', async (page) => goTo(page, 'Validation')],
  ...['Compare', 'Runs', 'Models', 'Benchmarks', 'Forecast'].map(
    (view) => /** @type {Scene} */ ([`presenter-${view.toLowerCase()}`, async (page) => goTo(page, view)]),
  ),
  [
    'tour',
    async (page) => {
      await page.keyboard.press('Control+Shift+L')
      await page.getByRole('button', { name: 'New here? Take the one-minute tour' }).click()
      const tour = page.getByRole('region', { name: 'Tour' })
      for (let step = 1; step < 5; step += 1) await tour.getByRole('button', { name: 'Next' }).click()
      await tour.getByText('It runs on').waitFor()
    },
  ],
  [
    'blank',
    async (page) => {
      await page.getByRole('region', { name: 'Tour' }).getByRole('button', { name: 'Done' }).click()
      await page.keyboard.press('Control+n')
      await closeNotices(page)
    },
  ],
  [
    'fields-refused',
    async (page) => {
      for (const [place, text] of Object.entries(wrongTexts)) await page.locator(`[data-place="${place}"]`).fill(text)
    },
  ],
  ['compare-stale', async (page) => goTo(page, 'Compare')],
  [
    'plan-refused',
    async (page) => {
      await page.keyboard.press('Control+n')
      await closeNotices(page)
      await page.locator('[data-place="workload.topics[0].partitions"]').fill('9,000')
      await goTo(page, 'Validation')
      await page.getByRole('button', { name: 'New validation' }).click()
      await page.getByRole('radio', { name: 'Embedded Apache Kafka' }).check()
      await page.getByText('cannot be run as it is').first().waitFor()
    },
  ],
  [
    'plan-refused-beside-run',
    async (page) => {
      await openRun(page, 'First look')
      await page.locator('.inputs', { hasText: 'cannot be run as it is' }).waitFor()
    },
  ],
  [
    'run-failed',
    async (page) => {
      await page.getByRole('button', { name: 'New validation' }).click()
      await page.keyboard.press('Control+n')
      await closeNotices(page)
      await goTo(page, 'Validation')
      await page.getByRole('radio', { name: 'A cluster of yours' }).check()
      await page.getByLabel('Bootstrap servers').fill('127.0.0.1:9')
      await page.getByLabel('TLS').uncheck()
      await page.getByLabel('SASL').selectOption('none')
      await page.locator('.plan[aria-busy="false"]').waitFor()
      await page.getByRole('button', { name: 'Start the validation' }).click()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  ],
]
