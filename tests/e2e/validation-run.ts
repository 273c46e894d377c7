/**
 * Starts and measures a run, for the tests of the validation view.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { clientProbeFileName } from '../../src/contracts/client-ceiling.ts'
import { processesOf } from '../integration/validate-support.ts'
import { goTo } from './open-window.ts'

/** A short run. Its quota windows are shorter than usual, so that a minute has enough of them for a verdict. */
export const shortRun = { duration: '60 s', quotaWindow: '4 s', scale: '0.05' } as const

export async function startRun(page: Page, run: { duration: string; quotaWindow: string; scale: string } = shortRun) {
  await goTo(page, 'Validation')
  await page.getByLabel('Scale').fill(run.scale)
  await page.getByLabel('Length of the load').fill(run.duration)
  await page.getByText('Quotas of the embedded cluster').click()
  await page.getByLabel('Quota window').fill(run.quotaWindow)
  await page.getByText('What it will do').waitFor()
  await page.getByRole('button', { name: 'Start the validation' }).click()
}

/** Waits until a run that was started is under load and shows what it measured. */
export async function waitUntilMeasuring(page: Page): Promise<void> {
  await page.locator('.sentence', { hasText: /^(Running|Measuring)/ }).waitFor({ timeout: 180_000 })
  await page.locator('.tile', { hasText: /Measured ingress, wire\d/ }).waitFor()
}

/** The folder of a workspace's runner, which is named in the command lines of hosts and brokers. */
const runnerFolder = (workspace: string) => join(workspace, 'runner')

/** Waits until the system has started the broker of a run on the embedded Kafka, which then takes seconds to start. */
export async function waitUntilClusterStarts(page: Page, workspace: string): Promise<void> {
  const hasBroker = () => processesOf(runnerFolder(workspace)).some(({ command }) => command.includes('kafka.Kafka'))
  while (!hasBroker()) await page.waitForTimeout(50)
}

/** What runs have left in a workspace: processes and files of the runner, except the result of the client probe. */
export async function leftOfRuns(workspace: string): Promise<string[]> {
  const folder = runnerFolder(workspace)
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  const commands = processesOf(folder).map(({ command }) => command.slice(0, 200))
  return [...commands, ...files.filter((file) => file !== clientProbeFileName)]
}
