import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createKnownAgents } from '../../../src/workbench/agents/known-agents.ts'
import { noSecretBox, type SecretBox } from '../../../src/workbench/secrets/secret-box.ts'
import { openStore, storeFileName } from '../../../src/workbench/store/store.ts'
import { turningBox } from './turning-box.ts'

const one = `10.0.0.5:7443#${'a'.repeat(64)}`
const other = `10.0.0.6:7443#${'b'.repeat(64)}`
const token = 'a token of one agent alone'

function workspace(): string {
  const path = mkdtempSync(join(tmpdir(), 'headroom-agents-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function knownAgents(path: string, box: SecretBox) {
  const store = openStore(path)
  const asked: string[] = []
  const agents = createKnownAgents({
    box,
    store: () => store,
    async resolveSecrets(names) {
      asked.push(...names)
      return { 'agent-token': 'the token of all the others' }
    },
  })
  return { agents, asked, close: () => store.close() }
}

test('an agent and its token outlive the program, the token sealed', async () => {
  const path = workspace()
  const first = knownAgents(path, turningBox)
  await first.agents.add(one, token)
  first.close()
  const bytes = readFileSync(join(path, storeFileName)).toString('latin1')
  expect(bytes).not.toContain(token)
  const next = knownAgents(path, turningBox)
  expect(next.agents.list()).toEqual([{ address: one, token: 'kept' }])
  expect(await next.agents.tokensOf([one])).toEqual([token])
  expect(next.asked).toEqual([])
  next.close()
})

test('without a keychain a token stays in memory, and is gone with the program', async () => {
  const path = workspace()
  const first = knownAgents(path, noSecretBox)
  await first.agents.add(one, token)
  expect(first.agents.list()).toEqual([{ address: one, token: 'in-memory' }])
  expect(await first.agents.tokensOf([one])).toEqual([token])
  first.close()
  const next = knownAgents(path, noSecretBox)
  expect(next.agents.list()).toEqual([{ address: one, token: 'none' }])
  next.close()
})

test('an agent without a token of its own is opened by the common one, which no other agent gets', async () => {
  const { agents, close } = knownAgents(workspace(), turningBox)
  await agents.add(one, token)
  await agents.add(other, undefined)
  expect(await agents.tokensOf([other, one])).toEqual(['the token of all the others', token])
  close()
})

test('a token is never given to another certificate at the same host and port', async () => {
  const { agents, close } = knownAgents(workspace(), turningBox)
  await agents.add(one, token)
  const impostor = `10.0.0.5:7443#${'c'.repeat(64)}`
  expect(await agents.tokensOf([impostor])).toEqual(['the token of all the others'])
  await agents.add(impostor, undefined)
  expect(agents.list()).toEqual([{ address: impostor, token: 'none' }])
  expect(await agents.tokensOf([one])).toEqual(['the token of all the others'])
  agents.remove(impostor)
  expect(agents.list()).toEqual([])
  close()
})
