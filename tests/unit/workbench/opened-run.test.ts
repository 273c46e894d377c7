import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkbenchClient } from '../../../src/renderer/workbench-client.ts'
import { serveIpc } from '../../../src/workbench/ipc-server.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { createWorkbench } from '../../../src/workbench/workbench.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { exampleSample } from './example-run.ts'

const workspacePath = mkdtempSync(join(tmpdir(), 'headroom-opened-run-'))
const workbench = createWorkbench({
  workspacePath,
  resourcesRoot: process.cwd(),
  resolveSecrets: async () => ({}),
  printPdf: async () => undefined,
})
const { port1, port2 } = new MessageChannel()
const client = createWorkbenchClient()

beforeAll(() => {
  const store = openStore(workspacePath)
  const samples = Array.from({ length: 20 }, (_, second) => {
    const sample = exampleSample(knownRecord, second)
    const ackedRecordsByPartition = { 0: 100, 7: 200 }
    return { ...sample, producers: sample.producers.map((producer) => ({ ...producer, ackedRecordsByPartition })) }
  })
  store.addRun({ ...knownRecord, id: 'kept' }, samples)
  store.close()
  serveIpc(
    workbench,
    {
      postMessage: (message) => port1.postMessage(message),
      onMessage: (listener) => port1.on('message', listener),
      onClose: (listener) => port1.on('close', listener),
    },
    async () => false,
  )
  client.attach({
    postMessage: (message) => port2.postMessage(message),
    addEventListener: (_type, listener) => port2.on('message', (data: unknown) => listener({ data })),
    start: () => port2.start(),
    close: () => port2.close(),
  })
})
afterAll(async () => {
  port2.close()
  await workbench.close()
  rmSync(workspacePath, { recursive: true, force: true })
})

describe('a run that is opened over a port', () => {
  it('comes without its samples, its partitions as columns', async () => {
    const outcome = await client.call('runs.open', { runId: 'kept' })
    if (!outcome.ok) throw new Error(outcome.error.message)
    const { run, seconds } = outcome.value
    expect(run.id).toBe('kept')
    expect(run).not.toHaveProperty('samples')
    expect(seconds?.points.map(({ second }) => second)).toEqual(Array.from({ length: 20 }, (_, second) => second))
    expect(seconds?.partitions.busiest.map(({ topic, partition }) => `${topic} ${partition}`)).toEqual([
      'orders 7',
      'orders 0',
    ])
    expect(seconds?.partitions.busiest[0]?.recordsPerSec).toEqual(new Float64Array(20).fill(200))
  })

  it('says if there is none', async () => {
    const outcome = await client.call('runs.open', { runId: 'not-there' })
    expect(outcome.ok ? null : outcome.error.code).toBe('RUN_NOT_FOUND')
  })
})
