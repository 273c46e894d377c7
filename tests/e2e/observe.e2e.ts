/**
 * Observations in the real window: files or a running cluster become an observation, and the observation a scenario.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { kafkajs, startCluster } from '../integration/embedded-support.ts'
import { keepPictures } from './keep-pictures.ts'
import { goTo, keepScreenshot, makeWorkspace, openHeadroom, repositoryRoot, textOf } from './open-window.ts'

const list = join(repositoryRoot, 'tests/fixtures/observations/topics.csv')

async function open() {
  const workspace = makeWorkspace()
  const window = await openHeadroom({ workspace })
  onTestFinished(() => window.app.close().catch(() => undefined))
  await goTo(window.page, 'Observe')
  return window
}

/** Drops a file on the window as a desktop does: the page gets a file whose path the preload knows. */
async function drop(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', id: 'dropped' })
    document.body.append(input)
  })
  await page.locator('#dropped').setInputFiles(path)
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#dropped')
    const dataTransfer = new DataTransfer()
    for (const file of input?.files ?? []) dataTransfer.items.add(file)
    input?.remove()
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
  })
}

it('observes a cluster by a dropped list of topics, and opens it as a scenario that is sized', async () => {
  const { app, page, complaints } = await open()
  await keepPictures(app, page, 'observe-empty')
  const observe = page.getByRole('button', { name: 'Observe', exact: true }).last()
  expect(await observe.isDisabled()).toBe(true)

  await drop(page, list)
  await page.getByText('topics.csv', { exact: true }).first().waitFor()
  await observe.click()
  await page.getByText('What does the cluster run on?').waitFor()
  await page.getByLabel('Offering').selectOption('confluent-cloud-dedicated')
  await page.getByLabel('Size, CKUs').fill('2')
  // The sentence for the earlier size is shown until the new answer is loaded.
  await page.locator('.sentence', { hasText: /^The observed cluster does not run on 2\sCKUs/ }).waitFor()
  await page.getByRole('img', { name: 'How full each limit is' }).waitFor()
  await keepPictures(app, page, 'observe')
  await page.getByRole('heading', { name: 'Average, peak and growth' }).scrollIntoViewIfNeeded()
  await keepPictures(app, page, 'observe-below')
  const topics = page.getByRole('table', { name: 'What is written to each topic' })
  expect(await textOf(topics.getByRole('row', { name: /^orders/ }))).toMatch(/orders.*61\.2 MB\/s.*measured/)

  await page.getByLabel('Replace names of topics').check()
  await topics.getByRole('row', { name: /^topic-1/ }).waitFor()
  expect(await textOf(page.getByRole('main'))).not.toMatch(/orders|topics\.csv/)
  await page.getByLabel('Replace names of topics').uncheck()
  await topics.getByRole('row', { name: /^orders/ }).waitFor()

  await page.getByRole('button', { name: 'Open as a scenario' }).click()
  await page.getByRole('heading', { level: 1, name: /workload/ }).waitFor()
  expect(await page.getByLabel('Name of the scenario').inputValue()).toBe('topics.csv')
  expect(await page.locator('[data-place="deployment.size"]').inputValue()).toBe('2')
  await goTo(page, 'Compare')
  await page.getByRole('table', { name: /^Offerings that carry/ }).waitFor()
  await goTo(page, 'Observe')
  await page.getByRole('button', { name: /^topics\.csv/ }).waitFor()
  expect(complaints).toEqual([])
})

/** Ten weeks of a counter that Prometheus read every hour, growing by a factor of 1.4 a year. */
function tenWeeksOfGrowth(): string {
  const [hourS, yearS] = [3600, 365.25 * 86_400]
  const startS = Date.UTC(2026, 8, 1) / 1000
  let bytes = 0
  const values = Array.from({ length: 70 * 24 }, (_, hour): [number, string] => {
    bytes += 10e6 * (1 + (0.4 * hour * hourS) / yearS) * hourS
    return [startS + hour * hourS, String(Math.round(bytes))]
  })
  const metric = { __name__: 'kafka_server_brokertopicmetrics_bytesin_total', topic: 'orders', instance: 'broker-0' }
  return JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: [{ metric, values }] } })
}

it('leads from an observation to a forecast with its growth, and its interval', async () => {
  const { page, workspace, complaints } = await open()
  const path = join(workspace, 'ten-weeks.json')
  writeFileSync(path, tenWeeksOfGrowth())
  await drop(page, path)
  await page.getByText('ten-weeks.json', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Observe', exact: true }).last().click()
  await page.getByText(/^The written load grows by/).waitFor()
  await page.getByRole('button', { name: 'Forecast with this growth' }).click()
  await page.getByRole('heading', { name: 'When does it stop fitting?' }).waitFor()
  expect(await page.getByLabel('As observed').evaluate((list: HTMLSelectElement) => list.value)).not.toBe('')
  await page
    .getByText(/\(95\s%: /)
    .first()
    .waitFor()
  await page.getByRole('region', { name: 'When limits are full' }).waitFor()
  await keepScreenshot(page, 'forecast-of-observation')
  // The growth is by topic, so the button is not there while names of topics are replaced.
  await goTo(page, 'Observe')
  await page.getByLabel('Replace names of topics').check()
  await page.getByRole('button', { name: 'Forecast with this growth' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

it('merges pasted rows with a file, shows every problem of a bad one in place, and keeps what was typed', async () => {
  const { app, page, workspace, complaints } = await open()
  const bad = join(workspace, 'bad.csv')
  writeFileSync(bad, 'topic,partitions\norders,many\npayments,0\n')
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, bad)
  await page.getByRole('button', { name: 'Choose files…' }).click()
  await page.getByText('Paste rows of a spreadsheet').click()
  await page
    .getByLabel('A header row, then one row per topic')
    .fill('topic\tmessages/s\trecord size (bytes)\norders\t9000\t900')
  const observe = page.getByRole('button', { name: 'Observe', exact: true }).last()
  await observe.click()
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await textOf(alert)).toMatch(/2 problems.*bad\.csv:2.*bad\.csv:3/)
  await keepPictures(app, page, 'observe-bad')

  writeFileSync(bad, 'topic,partitions\norders,12\n')
  await observe.click()
  await page.getByRole('button', { name: 'Open as a scenario' }).waitFor()
  expect(await alert.count()).toBe(0)
  const shape = page.getByRole('table', { name: 'Properties of each topic' })
  expect(await textOf(shape.getByRole('row', { name: /^orders/ }))).toMatch(/orders9[\s.,]?000 records\/s.*12/)
  expect(await textOf(page.getByRole('table', { name: 'Where the figures come from' }))).toMatch(
    /bad\.csv.*pasted rows/,
  )
  expect(complaints).toEqual([])
})

/** Writes 4,000 records/s of 1,000 bytes to a topic of six partitions until the test ends. */
async function loadOrders(brokers: string[]): Promise<void> {
  const client = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING })
  const [admin, producer] = [client.admin(), client.producer()]
  await Promise.all([admin.connect(), producer.connect()])
  await admin.createTopics({ topics: [{ topic: 'orders', numPartitions: 6, replicationFactor: 1 }] })
  const messages = Array.from({ length: 200 }, (_, index) => ({ value: String(index).padEnd(1000, 'x') }))
  let sending: Promise<unknown> = producer.send({ topic: 'orders', messages })
  const timer = setInterval(() => {
    sending = sending.then(() => producer.send({ topic: 'orders', messages })).catch(() => undefined)
  }, 50)
  onTestFinished(async () => {
    clearInterval(timer)
    await sending.catch(() => undefined)
    await Promise.all([admin.disconnect(), producer.disconnect()])
  })
  await sending
}

it('reads a running cluster, says beforehand what it needs and costs, stops, resumes, and opens the result', async () => {
  const { cluster } = await startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
  const servers = [...cluster.bootstrapServers]
  await loadOrders(servers)
  const { app, page, complaints } = await open()
  await page.getByLabel('Read it over the Kafka protocol').check()
  await page.getByLabel('Bootstrap servers').fill(servers.join(', '))
  await page.getByRole('checkbox', { name: 'TLS' }).uncheck()
  await page.getByLabel('Observe offsets for').fill('12 s')
  await page.getByLabel('Record batches to read').fill('6 MB')
  await page.getByText(`kafka-acls.sh --bootstrap-server ${servers[0]}`).waitFor()
  const main = page.getByRole('main')
  expect(await textOf(main)).toMatch(/over 12 s\. Writes nothing.*at most 10 requests\/s and sends at most 1 MB\/s/)
  await keepPictures(app, page, 'observe-plan')

  const read = page.getByRole('button', { name: 'Read the cluster' })
  await read.click()
  await page.getByText(/Cost so far: \d+ requests/).waitFor()
  await page.getByRole('button', { name: 'Stop and keep what was read' }).click()
  const resume = page.getByRole('button', { name: /^Resume/ })
  await resume.and(page.locator(':enabled')).waitFor()

  await resume.click()
  await page.getByText('Reading the cluster').waitFor()
  await keepScreenshot(page, 'observe-reading')
  await resume.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open as a scenario' }).waitFor()
  const shape = page.getByRole('table', { name: 'Properties of each topic' })
  expect(await textOf(shape.getByRole('row', { name: /^orders/ }))).toMatch(/^orders[\d,]+ records\/s.*6/)
  await keepPictures(app, page, 'observe-read')
  await page.getByRole('button', { name: 'Open as a scenario' }).click()
  await page.getByRole('heading', { level: 1, name: /workload/ }).waitFor()
  expect(await page.locator('[data-place="workload.topics[0].partitions"]').inputValue()).toBe('6')
  expect(complaints).toEqual([])
})
