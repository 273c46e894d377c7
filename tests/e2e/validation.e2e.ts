import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { headroomJson } from '../integration/validate-support.ts'
import { noiseOfVerdict, tryAgainOnNoise, whereIs } from '../noise.mjs'
import { tabTo, typeInField, watchPointer } from './keys.ts'
import {
  accessibilityProblems,
  goTo,
  type HeadroomWindow,
  keepScreenshot,
  makeWorkspace,
  openHeadroom,
  repositoryRoot,
  textOf,
} from './open-window.ts'

const opened: HeadroomWindow[] = []
afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close().catch(() => undefined)
})

async function open(workspace = makeWorkspace()): Promise<HeadroomWindow> {
  const window = await openHeadroom({ workspace })
  opened.push(window)
  return window
}

/** Short quota windows make a run of a minute long enough for a verdict. */
const shortRun = { duration: '60 s', quotaWindow: '4 s', scale: '0.05' } as const

async function startRun(page: Page, run: { duration: string; quotaWindow: string; scale: string } = shortRun) {
  await goTo(page, 'Validation')
  await page.getByLabel('Scale').fill(run.scale)
  await page.getByLabel('Length of the load').fill(run.duration)
  await page.getByText('Quotas of the embedded cluster').click()
  await page.getByLabel('Quota window').fill(run.quotaWindow)
  await page.getByText('What it will do').waitFor()
  await page.getByRole('button', { name: 'Start the validation' }).click()
}

async function waitUntilMeasuring(page: Page): Promise<void> {
  await page.locator('.sentence', { hasText: /^(Running|Measuring)/ }).waitFor({ timeout: 180_000 })
}

/** From a blank page to a run that is started, by keys alone. */
async function startRunByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+n')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input')?.value === 'New scenario')
  await typeInField(page, 'peak rate', '.peakRecordsPerSec', '60 MB/s')
  await typeInField(page, 'partitions', '.partitions', '24')
  // One broker is enough where replication is not what is asked about.
  await typeInField(page, 'replication', '.replicationFactor', '1')
  await typeInField(page, 'fetch.min.bytes', '.fetchMinBytes', '64 KiB')
  // The limits of 2020 alone: those of today count requests too, which a run at a twentieth of the rate batches otherwise.
  await tabTo(page, '2026-03')
  await page.keyboard.press('ArrowRight')
  await page
    .locator('.reason', { hasText: /April 2020/ })
    .first()
    .waitFor()
  await page
    .locator('.reason', { hasText: /ingress/i })
    .first()
    .waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('What it will do').waitFor()
  for (const [name, text] of [
    ['Scale', shortRun.scale],
    ['Length of the load', shortRun.duration],
  ] as const) {
    await tabTo(page, name)
    await page.keyboard.type(text)
  }
  await tabTo(page, 'Quotas of the embedded cluster')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Quota window')
  await page.keyboard.type(shortRun.quotaWindow)
  await page.locator('.plan', { hasText: 'embedded' }).waitFor()
  await page.keyboard.press('Control+Enter')
}

/** The same, up to the verdict. */
async function validateByKeys() {
  for (const { app } of opened.splice(0)) await app.close()
  const window = await open()
  const { page, workspace } = window
  const pointerEvents = await watchPointer(page)
  await startRunByKeys(page)
  await waitUntilMeasuring(page)
  await page.waitForTimeout(8000)
  expect(await textOf(page.locator('.tile').first())).toMatch(/Measured in, wire\d/)
  expect(await textOf(page.locator('.progress'))).toMatch(/left/)
  await keepScreenshot(page, 'validation-live')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.locator('.sentence[data-verdict]').waitFor({ timeout: 120_000 })
  const { overlay, result } = (await headroomJson(workspace, ['runs', 'show', 'last'])).value
  return { window, pointerEvents, answer: { reasonCode: overlay.reasonCode, client: result.client } }
}

describe('the validation view', () => {
  it('says what it will do before anything is written, and what cannot be', async () => {
    const { page } = await open()
    await goTo(page, 'Validation')
    const plan = page.locator('.plan')
    await plan.waitFor()
    expect(await textOf(plan)).toMatch(/1 topic, 24 partitions.*2 producers.*Writes.*at most/)
    await page.getByLabel('Length of the load').fill('soon')
    expect(await textOf(page.locator('.field-problem'))).toMatch(/not a duration/)
    expect(await page.getByRole('button', { name: 'Start the validation' }).isDisabled()).toBe(true)
    expect(await textOf(page.locator('.sentence'))).toBe('Not tested yet.')
  })

  it('goes by keys alone from a blank page to a report, and lays on it what another tool measured', async ({
    task,
  }) => {
    const { window, pointerEvents } = await tryAgainOnNoise(whereIs(task), validateByKeys, ({ answer }) =>
      noiseOfVerdict(answer, 'broker-quota'),
    )
    const { app, page, complaints } = window
    const verdict = page.locator('.sentence[data-verdict]')
    // With its reason, should it be another one.
    expect(await textOf(verdict)).toMatch(/^Confirmed/)
    expect(await verdict.getAttribute('data-verdict')).toBe('confirmed')
    expect(await textOf(page.locator('.badges'))).toMatch(/declared capacity.*scaled 0\.05/)
    expect(await page.getByRole('heading', { name: 'Every record is accounted for' }).count()).toBe(1)
    await keepScreenshot(page, 'validation-verdict')
    expect(await accessibilityProblems(page)).toEqual([])

    const directory = mkdtempSync(join(tmpdir(), 'headroom-report-'))
    // The dialogs are the system's: they are answered in its place.
    const answerDialog = (path: string) =>
      app.evaluate(({ dialog }, filePath) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
      }, path)
    await answerDialog(directory)
    await page.keyboard.press('Control+e')
    await page.getByText('Report written.').waitFor()
    const files = readdirSync(directory, { recursive: true }).map(String)
    const html = files.find((file) => file.endsWith('.html')) ?? ''
    expect(readFileSync(join(directory, html), 'utf8')).toMatch(/Confirmed/)
    const json = files.find((file) => file.endsWith('.json')) ?? ''
    expect(JSON.parse(readFileSync(join(directory, json), 'utf8'))).toMatchObject({ overlay: { verdict: 'confirmed' } })
    expect(files.some((file) => file.endsWith('.csv'))).toBe(true)

    await answerDialog(join(repositoryRoot, 'tests/fixtures/imports/kafka-4.3.1/producer.txt'))
    await page.keyboard.press('Control+i')
    await page.getByRole('img', { name: 'Written: imported over predicted' }).waitFor()
    expect(await textOf(page.locator('.tile', { hasText: 'Imported in, payload' }))).toMatch(/MB\/s.*predicted/)
    expect(await pointerEvents()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('takes a client configuration that is pasted, keeps nothing of its text, and the connection where it is asked to', async () => {
    const { app, page, workspace, complaints } = await open()
    await goTo(page, 'Validation')
    await page.getByRole('radio', { name: 'A cluster of yours' }).check()
    await page.getByText('Paste a client configuration').click()
    const field = page.getByLabel('Java config or librdkafka properties')
    await field.fill('bootstrap.servers=broker.invalid:9092\nsecurity.protocol=SASL_SSL\nsasl.mechanism=GSSAPI')
    await page.getByRole('button', { name: 'Use this configuration' }).click()
    expect(await textOf(page.getByRole('alert'))).toMatch(/line 3.*Kerberos/)
    await field.fill(`bootstrap.servers=broker.invalid:9092
security.protocol=SASL_SSL
sasl.mechanism=PLAIN
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="ME" password="hunter2";`)
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, 'validation-paste')
    await page.getByRole('button', { name: 'Use this configuration' }).click()
    // Exact: the list of kept connections has the word in its name, and is there until one of them has been opened.
    const shown = page.getByRole('region', { name: 'Connection', exact: true })
    await shown.waitFor()
    expect(await textOf(shown)).toMatch(/broker\.invalid:9092: TLS, ME with PLAIN\..*stored nowhere/)
    expect(await page.content()).not.toContain('hunter2')
    await page.getByText('Runs on').waitFor()
    await keepScreenshot(page, 'validation-pasted')
    expect(await accessibilityProblems(page)).toEqual([])

    const keep = async (name: string) => {
      await page.getByText(/^Keep (this connection|it under another name)$/).click()
      await page.getByLabel('Name of the connection').fill(name)
      await page.getByRole('button', { name: 'Keep it' }).click()
      await shown.locator('.run-title', { hasText: name }).waitFor()
    }
    const kept = page.getByRole('region', { name: 'Kept connections' })
    const bytes = () =>
      readdirSync(workspace).flatMap((name) => (/\.db/.test(name) ? [readFileSync(join(workspace, name))] : []))
    // As on a Linux without a keyring, whichever this machine has.
    await app.evaluate(({ safeStorage }) => {
      safeStorage.isEncryptionAvailable = () => false
    })
    await keep('Lab')
    expect(await textOf(shown)).toMatch(/no keychain that Headroom can use/)
    await page.getByRole('button', { name: 'Use another connection' }).click()
    expect(await textOf(kept)).toMatch(/Lab.*secret in memory until Headroom ends/)
    await kept.getByRole('button', { name: /^Lab/ }).click()
    // And where it has one: sealed by Electron, read again.
    await app.evaluate(({ safeStorage }) => {
      safeStorage.setUsePlainTextEncryption(true)
      safeStorage.isEncryptionAvailable = () => true
      safeStorage.getSelectedStorageBackend = () => 'gnome_libsecret'
    })
    await keep('Staging')
    expect(await textOf(shown)).toMatch(/kept by this computer’s keychain/)
    expect(Buffer.concat(bytes()).includes('hunter2')).toBe(false)
    await page.getByRole('button', { name: 'Use another connection' }).click()
    expect(await textOf(kept)).toMatch(/Staging.*secret in the keychain/)
    await kept.getByRole('button', { name: /^Staging/ }).click()
    expect(await textOf(shown)).toMatch(/^Staging.*ME with PLAIN.*keychain/)
    expect(await shown.getByLabel('Password').count()).toBe(0)
    await page.getByRole('button', { name: 'Use another connection' }).click()
    await kept.getByRole('button', { name: 'Forget Lab' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click()
    await kept.getByRole('button', { name: /^Lab/ }).waitFor({ state: 'detached' })
    await keepScreenshot(page, 'validation-kept')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('is started by the tour, stops when asked and keeps what was measured', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'New here? A tour of one minute' }).click()
    const tour = page.getByRole('region', { name: 'Tour' })
    for (let step = 1; step < 5; step += 1) await tour.getByRole('button', { name: 'Next' }).click()
    await tour.getByRole('button', { name: 'Start the run' }).click()
    await waitUntilMeasuring(page)
    await tour.getByRole('heading', { name: 'Running' }).waitFor()
    await page.waitForTimeout(3000)
    await page.getByRole('button', { name: 'Stop and keep what was measured' }).click()
    await page.getByRole('button', { name: 'Export report…' }).waitFor({ timeout: 60_000 })
    await tour.getByRole('heading', { name: 'The result' }).waitFor()
    await tour.getByRole('button', { name: 'Done' }).click()
    await tour.waitFor({ state: 'detached' })
    expect(await textOf(page.locator('.badges'))).toMatch(/partial/)
    const entry = page.locator('.run-entry').first()
    expect(await textOf(entry)).toMatch(/partial/)
    await entry.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('None yet.').waitFor()
  })

  it('lists a run as partial after the app was killed in the middle of it', async () => {
    const first = await open()
    await startRun(first.page, { ...shortRun, duration: '2 min' })
    await waitUntilMeasuring(first.page)
    await first.page.waitForTimeout(4000)
    first.app.process().kill('SIGKILL')
    opened.splice(opened.indexOf(first), 1)
    const { page } = await open(first.workspace)
    await goTo(page, 'Validation')
    const entry = page.locator('.run-entry').first()
    await entry.waitFor()
    await page.waitForFunction(
      () => document.querySelector('.run-entry')?.textContent?.includes('partial'),
      undefined,
      {
        timeout: 30_000,
      },
    )
    await entry.locator('.open').click()
    await page.locator('.badges', { hasText: 'partial' }).waitFor()
    expect(await textOf(page.locator('.tile').first())).toMatch(/Measured in, wire\d/)
    await keepScreenshot(page, 'validation-killed-run')
  })

  it('keeps a live run as partial when the window is closed', async () => {
    const first = await open()
    await startRun(first.page, { ...shortRun, duration: '2 min' })
    await waitUntilMeasuring(first.page)
    await first.page.waitForTimeout(4000)
    await first.app.close()
    opened.splice(opened.indexOf(first), 1)
    const { page } = await open(first.workspace)
    await goTo(page, 'Validation')
    expect(await textOf(page.locator('.run-entry').first())).toMatch(/partial/)
  })
})
