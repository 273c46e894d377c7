/**
 * Agents in the real window: added, refused, asked, chosen, and a run on two of them. Real agents, on loopback.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { type StartedAgent, startAgentProcess } from '../integration/agents-support.ts'
import { startCluster } from '../integration/embedded-support.ts'
import { smallScenario } from '../unit/workbench/small-scenario.ts'
import { accessibilityProblems, goTo, makeWorkspace, openHeadroom, textOf } from './open-window.ts'

async function open() {
  const workspace = makeWorkspace()
  const window = await openHeadroom({ workspace })
  onTestFinished(() => window.app.close().catch(() => undefined))
  await goTo(window.page, 'Agents')
  await window.page.getByRole('heading', { name: 'Who can push the load?' }).waitFor()
  return window
}

async function add(page: Page, address: string, token: string): Promise<void> {
  await page.getByLabel('Address and fingerprint').fill(address)
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Add the agent' }).click()
}

async function chooseForRun(page: Page, agents: readonly StartedAgent[], bootstrapServers: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose agents for a run' }).click()
  await page.getByRole('radio', { name: 'A cluster of yours' }).check()
  await page.getByLabel('Bootstrap servers').fill(bootstrapServers)
  await page.getByRole('checkbox', { name: 'TLS' }).uncheck()
  const choice = page.getByRole('region', { name: 'Load from' })
  for (const { address } of agents) await choice.getByLabel(address.split('#')[0] ?? '').check()
  await page.getByText('What it will do').waitFor()
}

it('adds agents, says what is wrong with one, and asks them', async () => {
  const [one, other] = await Promise.all([startAgentProcess(), startAgentProcess()])
  const { page, complaints } = await open()
  expect(await textOf(page.locator('.sentence'))).toBe('No agents yet: the load comes from this computer alone.')
  expect(await accessibilityProblems(page)).toEqual([])

  await add(page, '10.0.0.5', one.token)
  expect(await textOf(page.getByRole('alert'))).toMatch(/^Address: expected HOST:PORT/)
  await add(page, one.address, 'a token that opens nothing')
  await page.getByText('cannot be used', { exact: true }).waitFor({ timeout: 60_000 })
  expect(await textOf(page.locator('.agent-table'))).toMatch(/The agent refused the token/)
  await add(page, one.address, one.token)
  await page.locator('.agent-ready').waitFor({ timeout: 60_000 })
  await add(page, other.address, other.token)
  await page.locator('.agent-ready').nth(1).waitFor({ timeout: 60_000 })
  expect(await textOf(page.locator('.agent-table'))).toMatch(/\d cores?, .*librdkafka/)
  expect(await page.content()).not.toContain(one.token)

  expect(complaints).toEqual([])
})

it('runs a validation on two agents', async () => {
  const [one, other, { cluster }] = await Promise.all([
    startAgentProcess(),
    startAgentProcess(),
    startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 }),
  ])
  const { app, page, workspace, complaints } = await open()
  const scenarioPath = join(workspace, 'small.headroom.json')
  writeFileSync(scenarioPath, JSON.stringify(smallScenario))
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, scenarioPath)
  await page.keyboard.press('Control+o')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.scenario-name')?.value === 'Small')
  await goTo(page, 'Agents')
  for (const { address, token } of [one, other]) await add(page, address, token)
  await page.locator('.agent-ready').nth(1).waitFor({ timeout: 60_000 })
  await chooseForRun(page, [one, other], cluster.bootstrapServers.join(', '))
  await page.getByLabel('Length of the load').fill('5 s')
  await page.getByRole('button', { name: 'Start the validation' }).click()
  await page.locator('.sentence[data-verdict]').waitFor({ timeout: 180_000 })
  await page.getByRole('heading', { name: 'Every record is accounted for' }).waitFor()
  for (const agent of [one, other]) expect(agent.log()).toMatch(/has come/)
  expect(complaints).toEqual([])
})
