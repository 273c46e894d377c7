import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentProcess, isAlive } from '../../../src/workbench/store/process-identity.ts'
import { bundleScript } from './bundle-script.ts'
import { openStores } from './open-stores.ts'

const stores = openStores()

describe('processes', () => {
  it('are alive by id and start time together', () => {
    const own = currentProcess()
    expect(isAlive(own)).toBe(true)
    expect(isAlive({ pid: own.pid, startedAt: `${own.startedAt}0` })).toBe(false)
  })
})

describe('a killed writer', () => {
  let writerPath = ''
  beforeAll(async () => {
    writerPath = await bundleScript(new URL('store-writer.ts', import.meta.url), 'store-writer')
  })
  afterAll(() => rm(writerPath, { force: true }))

  /** Starts a writer and resolves when it has printed that many samples. */
  async function startWriter(runId: string, samples: number) {
    const child = spawn(process.execPath, [writerPath, stores.workspace, runId], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = 0
    const exited = new Promise((resolve) => child.once('close', resolve))
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed = Math.max(printed, ...text.split('\n').slice(0, -1).map(Number))
        if (printed >= samples) resolve()
      })
      child.once('close', () => reject(new Error('the writer ended by itself')))
    })
    return { child, exited, printed: () => printed }
  }

  it.each([1, 7, 40, 150])('leaves every sample that it had written, after %d and more', async (samples) => {
    const { child, exited, printed } = await startWriter('killed', samples)
    child.kill('SIGKILL')
    await exited
    const store = stores.open()
    expect(store.recoverInterruptedRuns()).toEqual(['killed'])
    expect(store.readRun('killed')).toMatchObject({ status: 'partial', endReason: 'app-killed' })
    const seconds = store.readSamples('killed').map((sample) => sample.second)
    expect(seconds.length).toBeGreaterThanOrEqual(printed())
    expect(seconds).toEqual(seconds.map((_, index) => index))
    expect(store.recoverInterruptedRuns()).toEqual([])
  })

  it('is distinguished from one that still writes', async () => {
    const { child, exited } = await startWriter('alive', 3)
    const store = stores.open()
    expect(store.recoverInterruptedRuns()).toEqual([])
    expect(store.readRun('alive').status).toBe('running')
    child.kill('SIGKILL')
    await exited
    expect(store.recoverInterruptedRuns()).toEqual(['alive'])
  })
})
