/**
 * Makes all calls of the window with secrets in every place that accepts one. No answer and no event to the page contains a
 * secret, and no file of the workspace does. Everything that a view shows comes from these answers.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { calls, ipcAnswer } from '../../src/contracts/ipc-contract.ts'
import { usualReadingBounds } from '../../src/contracts/reading-part.ts'
import { serveIpc } from '../../src/workbench/ipc-server.ts'
import { createWorkbench } from '../../src/workbench/workbench.ts'
import { temporaryFolder } from '../unit/temporary-folder.ts'
import { smallScenario } from '../unit/workbench/small-scenario.ts'
import { filesWithCanary, hasCanary, secretOf } from './canary-search.ts'

const folder = temporaryFolder()

const agent = `127.0.0.1:9#${'0'.repeat(64)}`
const connection = {
  kind: 'headroom.connection',
  schemaVersion: 1,
  name: 'ours',
  bootstrapServers: ['127.0.0.1:9'],
  sasl: { mechanism: 'PLAIN', username: 'me', passwordSecret: 'ours' },
}
const properties = [
  'bootstrap.servers=127.0.0.1:9',
  'security.protocol=SASL_PLAINTEXT',
  'sasl.mechanism=PLAIN',
  `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="me" password="${secretOf('jaas')}";`,
].join('\n')

/** A file with a secret, in a folder that is not searched. */
function secretFile(name: string, text: string): string {
  const path = join(folder.path, 'secrets', name)
  mkdirSync(join(folder.path, 'secrets'), { recursive: true })
  writeFileSync(path, text)
  return path
}

interface Page {
  ask(call: string, input: unknown): Promise<unknown>
  /** Messages of the workbench, as JSON. */
  readonly told: readonly string[]
}

/** Connects to the workbench as a page of the window does. */
function openPage(workspacePath: string): Page {
  const workbench = createWorkbench({
    workspacePath,
    resourcesRoot: process.cwd(),
    resolveSecrets: async (names) => Object.fromEntries(names.map((name) => [name, secretOf(`resolved-${name}`)])),
    printPdf: async () => undefined,
  })
  const { port1: page, port2 } = new MessageChannel()
  const port = {
    postMessage: (message: unknown) => port2.postMessage(message),
    onMessage: (listener: (message: unknown) => void) => port2.on('message', listener),
    onClose: (listener: () => void) => port2.on('close', listener),
  }
  serveIpc(workbench, port, async () => true)
  onTestFinished(async () => {
    page.close()
    await workbench.close()
  })
  const told: string[] = []
  const waiting = new Map<number, (answer: unknown) => void>()
  page.on('message', (message: unknown) => {
    told.push(JSON.stringify(message))
    const answer = ipcAnswer.safeParse(message)
    if (answer.success) waiting.get(answer.data.id)?.(answer.data)
  })
  let lastId = 0
  const ask = (call: string, input: unknown): Promise<unknown> => {
    lastId += 1
    const id = lastId
    page.postMessage({ type: 'request', id, call, input })
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  return { ask, told }
}

/** Calls with a secret in each place that accepts one, or into which a user may write one by mistake. */
function callsWithSecrets(): readonly (readonly [string, unknown])[] {
  const values = { ours: secretOf('typed') }
  const login = { username: 'me', secret: 'prometheus' }
  const run = { scenario: smallScenario, durationMs: 10_000 }
  const onOurs = { ...run, target: { kind: 'connection', connection } }
  const withField = JSON.stringify({ ...smallScenario, password: secretOf('field') })
  const output = secretFile('producer.txt', `sasl.password=${secretOf('output')}\n`)
  const urlWith = `http://me:${secretOf('url')}@127.0.0.1:9/metrics`
  return [
    ['connection.open', { kind: 'text', text: properties }],
    ['connection.open', { kind: 'text', text: properties.replace('PLAIN\n', 'GSSAPI\n') }],
    ['connection.open', { kind: 'text', text: `sasl.password=${secretOf('line')}` }],
    ['connection.open', { kind: 'file', path: secretFile('client.properties', properties) }],
    ['connection.open', { kind: 'file', path: secretFile('cut.json', `{"password":"${secretOf('cut')}`) }],
    ['connection.open', { kind: 'typed', connection, secrets: values }],
    ['connection.open', { kind: 'typed', connection: { ...connection, password: secretOf('extra') }, secrets: values }],
    ['connections.keep', { name: 'ours', connection }],
    ['connections.list', {}],
    ['connection.open', { kind: 'kept', name: 'ours' }],
    ['agents.add', { address: agent, token: secretOf('agent') }],
    ['agents.list', {}],
    ['agents.check', { agents: [agent] }],
    ['validation.preview', onOurs],
    ['validation.start', onOurs],
    ['validation.start', { ...onOurs, agents: { addresses: [agent] } }],
    ['validation.start', { ...onOurs, prometheusUrl: 'http://127.0.0.1:9/metrics', prometheusLogin: login }],
    ['validation.preview', { ...onOurs, prometheusUrl: urlWith }],
    ['readings.take', { connection, bounds: { ...usualReadingBounds, spanMs: 0 } }],
    ['readings.list', {}],
    ['observations.make', { paths: [], prometheusUrl: urlWith }],
    ['observations.make', { paths: [output] }],
    ['observations.make', { paths: [], pastedText: `sasl.password=${secretOf('pasted')}` }],
    ['scenario.read', { path: secretFile('scenario.json', withField) }],
    ['runs.sort-files', { paths: [output] }],
    ['runs.import', { paths: [output] }],
    ['runs.add', { path: secretFile('run.json', withField) }],
    ['models.check', { text: withField }],
    ['models.save', { text: withField }],
    ['runs.list', {}],
  ]
}

/** Calls that must succeed at least once, and not only be refused as invalid. */
const reached = [
  'agents.add',
  'agents.check',
  'agents.list',
  'connection.open',
  'connections.keep',
  'connections.list',
  'models.check',
  'readings.list',
  'runs.list',
  'runs.sort-files',
  'validation.preview',
  'validation.start',
]

/** Waits until the runs that were started have failed, because nothing listens at their address. */
async function runsHaveEnded(told: readonly string[]): Promise<void> {
  const count = (pattern: RegExp) => told.filter((text) => pattern.test(text)).length
  while (count(/"event":"validation\.ended"/) < count(/"value":\{"runId":/)) await sleep(20)
}

test('a secret is in no answer and no event to the page, and in no file', { timeout: 240_000 }, async () => {
  const workspace = join(folder.path, 'workspace')
  const { ask, told } = openPage(workspace)
  const withSecrets = callsWithSecrets()
  const done = new Set<string>()
  for (const [call, input] of withSecrets) {
    const answer = await ask(call, input)
    if (JSON.stringify(answer).includes('"ok":true')) done.add(call)
    if (call === 'validation.start') await runsHaveEnded(told)
  }
  // The calls did their work and were not only refused as invalid.
  expect([...done].sort()).toEqual(reached)
  // Every call again with unknown fields, as a page would send them that an attacker has changed.
  const junk = { password: secretOf('junk'), token: secretOf('junk'), path: join(folder.path, 'nothing') }
  for (const call of Object.keys(calls)) await ask(call, junk)
  expect(told.filter(hasCanary)).toEqual([])
  expect(filesWithCanary(workspace)).toEqual([])
  expect(told.length).toBeGreaterThan(withSecrets.length + Object.keys(calls).length - 1)
})
