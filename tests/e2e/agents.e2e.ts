/**
 * Agents in the real window: added, refused, checked, chosen, and a run on two of them. The agents are real, on loopback.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { clientProbeFileName } from '../../src/contracts/client-ceiling.ts'
import { type StartedAgent, startAgentProcess } from '../integration/agents-support.ts'
import { startCluster } from '../integration/embedded-support.ts'
import { smallScenario } from '../unit/workbench/small-scenario.ts'
import { keepPictures } from './keep-pictures.ts'
import { accessibilityProblems, goTo, makeWorkspace, openHeadroom, textOf } from './open-window.ts'

async function open() {
  const workspace = makeWorkspace()
  const window = await openHeadroom({ workspace })
  onTestFinished(() => window.app.close().catch(() => undefined))
  await goTo(window.page, 'Agents')
  await window.page.getByRole('heading', { name: 'Which machines can generate the load?' }).waitFor()
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

it('adds agents, reports a problem of one, queries and probes them, and offers them for a run', async () => {
  const [one, other, third] = await Promise.all([startAgentProcess(), startAgentProcess(), startAgentProcess()])
  const { app, page, complaints } = await open()
  expect(await textOf(page.locator('.sentence'))).toBe('No agents yet: the load comes from this computer only.')
  expect(await accessibilityProblems(page)).toEqual([])

  await add(page, '10.0.0.5', one.token)
  expect(await textOf(page.getByRole('alert'))).toMatch(/^Address: expected HOST:PORT/)
  await add(page, one.address, 'a token that opens nothing')
  await page.getByText('cannot be used', { exact: true }).waitFor()
  expect(await textOf(page.locator('.agent-table'))).toMatch(/The agent refused the token/)
  await add(page, one.address, one.token)
  await page.locator('.agent-ready').waitFor()
  expect(await textOf(page.locator('.agent-table'))).toMatch(/\d cores?, .*librdkafka/)
  const probe = page.getByRole('button', { name: 'Probe what they can offer' })
  await probe.click()
  await page.locator('.sentence', { hasText: /able to offer/ }).waitFor()
  // All three agents are on this machine, where their probes would disturb each other. So only one is probed, and the
  // others get its result.
  for (const { stateDirectory } of [other, third]) {
    copyFileSync(join(one.stateDirectory, clientProbeFileName), join(stateDirectory, clientProbeFileName))
  }
  for (const { address, token } of [other, third]) await add(page, address, token)
  const all = page.locator('.sentence', {
    hasText: /^3\sagents, load not probed on all of them yet, clocks within\s[\d.]+\sms\sof this one/,
  })
  await all.waitFor()
  expect(await page.content()).not.toContain(one.token)
  await probe.click()
  await page.locator('.sentence', { hasText: /^3\sagents, together able to offer/ }).waitFor()
  await keepPictures(app, page, 'agents')
  await chooseForRun(page, [one, other], '127.0.0.1:9092')
  await keepPictures(app, page, 'agents-chosen')

  await goTo(page, 'Agents')
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page.locator('.agent-table tbody tr').nth(2).waitFor({ state: 'detached' })
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
  await page.locator('.agent-ready').nth(1).waitFor()
  await chooseForRun(page, [one, other], cluster.bootstrapServers.join(', '))
  await page.getByLabel('Length of the load').fill('5 s')
  await page.getByRole('button', { name: 'Start the validation' }).click()
  await page.locator('.sentence[data-verdict]').waitFor({ timeout: 180_000 })
  await page.getByText('Every record is accounted for.').waitFor()
  for (const agent of [one, other]) expect(agent.log()).toMatch(/connected\./)
  expect(complaints).toEqual([])
})
