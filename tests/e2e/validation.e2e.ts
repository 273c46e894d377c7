import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { noiseReasons } from '../../scripts/gate/noise.mjs'
import { headroomJson } from '../integration/validate-support.ts'
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
import { shortRun, waitUntilMeasuring } from './validation-run.ts'

const opened: HeadroomWindow[] = []
afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close().catch(() => undefined)
})

async function open(workspace = makeWorkspace()): Promise<HeadroomWindow> {
  const window = await openHeadroom({ workspace })
  opened.push(window)
  return window
}

/** Starts a run from a blank page with keys only. */
async function startRunByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+n')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input')?.value === 'New scenario')
  await typeInField(page, 'peak rate', '.peakRecordsPerSec', '60 MB/s')
  await typeInField(page, 'partitions', '.partitions', '24')
  // One broker is enough, because replication is not what is tested.
  await typeInField(page, 'replication', '.replicationFactor', '1')
  await typeInField(page, 'fetch.min.bytes', '.fetchMinBytes', '64 KiB')
  // Uses the limits of 2020. The current ones also limit requests, and at a twentieth of the rate batches are smaller.
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

/** Starts such a run and waits for its verdict. Returns the window, and the verdict as the workspace has it. */
async function validateByKeys() {
  const window = await open()
  const { page, workspace } = window
  const pointerEvents = await watchPointer(page)
  await startRunByKeys(page)
  await waitUntilMeasuring(page)
  await page.locator('.sentence', { hasText: /^Measuring/ }).waitFor()
  expect(await textOf(page.locator('.tile').first())).toMatch(/Measured ingress, wire\d/)
  await page.locator('.progress', { hasText: 'left' }).waitFor()
  // The verdict so far appears when there is a steady window.
  await page.getByText('If it goes on like this:').waitFor()
  await keepScreenshot(page, 'validation-live')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.locator('.sentence[data-verdict]').waitFor()
  const { overlay } = (await headroomJson(workspace, ['runs', 'show', 'last'])).value
  return { ...window, pointerEvents, overlay }
}

describe('the validation view', () => {
  it('says what it will do before anything is written, and what is invalid', async () => {
    const { page } = await open()
    await goTo(page, 'Validation')
    const plan = page.locator('.plan')
    await plan.waitFor()
    expect(await textOf(plan)).toMatch(/1 topic, 24 partitions.*2 producers.*Writes.*at most/)
    await page.getByText('On this target, quotas stand in for the limits.').waitFor()
    await page.getByLabel('Length of the load').fill('soon')
    expect(await textOf(page.locator('.field-problem'))).toMatch(/not a duration/)
    expect(await page.getByRole('button', { name: 'Start the validation' }).isDisabled()).toBe(true)
    expect(await textOf(page.locator('.sentence'))).toBe('Not tested yet.')
  })

  it('leads by keys alone from a blank page to a report, and compares what another tool measured', async () => {
    const { app, page, complaints, pointerEvents, overlay } = await validateByKeys()
    // Other tests load the machine, so any verdict is accepted (tests/verdicts tests whether verdicts are right). This one
    // tests that the window and its report show the verdict of the run.
    expect(['broker-quota', ...noiseReasons], overlay.reason).toContain(overlay.reasonCode)
    const word = overlay.verdict === 'confirmed' ? /^Confirmed/ : /^Not proven/
    const verdict = page.locator('.sentence[data-verdict]')
    expect(await textOf(verdict)).toMatch(word)
    expect(await verdict.getAttribute('data-verdict')).toBe(overlay.verdict)
    expect(await textOf(page.locator('.badges'))).toMatch(/declared capacity.*scaled 0\.05/)
    expect(await page.getByText('Every record is accounted for.').count()).toBe(1)
    await keepScreenshot(page, 'validation-verdict')
    expect(await accessibilityProblems(page)).toEqual([])

    const directory = mkdtempSync(join(tmpdir(), 'headroom-report-'))
    // Dialogs of the operating system are replaced by functions that answer at once.
    const answerDialog = (path: string) =>
      app.evaluate(({ dialog }, filePath) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
      }, path)
    await answerDialog(directory)
    await page.keyboard.press('Control+e')
    await page.getByText('Report written.').waitFor()
    const files = readdirSync(directory, { recursive: true }).map(String)
    const html = files.find((file) => file.endsWith('.html')) ?? ''
    expect(readFileSync(join(directory, html), 'utf8')).toMatch(new RegExp(word.source.slice(1)))
    const json = files.find((file) => file.endsWith('.json')) ?? ''
    expect(JSON.parse(readFileSync(join(directory, json), 'utf8'))).toMatchObject({
      overlay: { verdict: overlay.verdict, reasonCode: overlay.reasonCode },
    })
    expect(files.some((file) => file.endsWith('.csv'))).toBe(true)

    await answerDialog(join(repositoryRoot, 'tests/fixtures/imports/kafka-4.3.1/producer.txt'))
    await page.keyboard.press('Control+i')
    await page.getByRole('img', { name: 'Written: imported against predicted' }).waitFor()
    expect(await textOf(page.locator('.tile', { hasText: 'Imported ingress, payload' }))).toMatch(/MB\/s.*predicted/)
    expect(await pointerEvents()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('accepts a pasted client configuration, keeps nothing of its text, and keeps the connection on request', async () => {
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
    // The name must match exactly: the list of kept connections, shown until one of them is opened, has the word in its name.
    const shown = page.getByRole('region', { name: 'Connection', exact: true })
    await shown.waitFor()
    expect(await textOf(shown)).toMatch(/broker\.invalid:9092: TLS, ME with PLAIN\..*It is not stored/)
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
    // Simulates a Linux computer without a keyring.
    await app.evaluate(({ safeStorage }) => {
      safeStorage.isEncryptionAvailable = () => false
    })
    await keep('Lab')
    expect(await textOf(shown)).toMatch(/no keychain that Headroom can use/)
    await page.getByRole('button', { name: 'Use another connection' }).click()
    await kept.getByRole('button', { name: /^Lab.*secret in memory until Headroom ends/ }).waitFor()
    await kept.getByRole('button', { name: /^Lab/ }).click()
    // With a keyring the secret is encrypted by Electron and decrypted again.
    await app.evaluate(({ safeStorage }) => {
      safeStorage.setUsePlainTextEncryption(true)
      safeStorage.isEncryptionAvailable = () => true
      safeStorage.getSelectedStorageBackend = () => 'gnome_libsecret'
    })
    await keep('Staging')
    expect(await textOf(shown)).toMatch(/kept by this computer’s keychain/)
    expect(Buffer.concat(bytes()).includes('hunter2')).toBe(false)
    await page.getByRole('button', { name: 'Use another connection' }).click()
    await kept.getByRole('button', { name: /^Staging.*secret in the keychain/ }).waitFor()
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
})
