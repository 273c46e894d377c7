import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Preflight } from '../../../src/contracts/preflight.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { serviceRun } from '../evidence/known-runs.ts'
import { headroom } from './run-headroom.ts'

const workspace = mkdtempSync(join(tmpdir(), 'headroom-ceiling-'))
const at = ['--workspace', workspace]
const scenario = 'examples/first.headroom.json'

/** One load process wrote 40,000 records of 512 bytes a second, this machine can write 40.96 MB/s. */
const preflight: Preflight = {
  checks: [],
  isPassed: true,
  clientCeiling: {
    probe: {
      measuredAtEpochMs: 1,
      recordBytes: 512,
      recordsPerSec: 40_000,
      cpuUsPerRecord: 5,
      cpuCores: 1,
      otherCpu: 0,
    },
    processes: 2,
    recordsPerSec: 80_000,
    payloadBytesPerSec: 40.96e6,
    wantedRecordsPerSec: 10_000,
    wantedPayloadBytesPerSec: 5.12e6,
    isEnough: true,
    sentence: 'This machine can offer about 40.96 MB/s.',
  },
}

beforeAll(() => {
  const store = openStore(workspace)
  for (const run of [{ ...serviceRun('probed', 66e6), preflight }, serviceRun('unprobed', 66e6)]) {
    store.insertRun(run)
    store.updateRun(run)
  }
  store.close()
})

afterAll(() => rmSync(workspace, { recursive: true, force: true }))

const producer = 'workload.producers.0'
const change = ['--set', `${producer}.recordValueBytes=1024`, '--set', `${producer}.peakRecordsPerSec=80k/s`]

describe('--client-ceiling', () => {
  it('limits each producer by one load process, larger records by their bytes, and gives the number of client hosts', async () => {
    const plain = (await headroom('predict', scenario, ...change, '--json')).json()
    const held = (await headroom('predict', scenario, ...change, '--client-ceiling', 'probed', '--json', ...at)).json()
    const client = held.constraints.find((each: { dimension: string }) => each.dimension === 'producer-client')
    expect(plain.constraints.some((each: { dimension: string }) => each.dimension === 'producer-client')).toBe(false)
    // 40,000 records of 512 bytes are 20,000 of 1,024.
    expect(client.capacity).toBe(20_000)
    // 80,000 x 1,024 bytes = 81.92 MB/s: twice what the machine of the probe can write; reading was not probed.
    expect(held.clientHosts.hosts).toBe(2)
    expect(held.clientHosts.formula).toBe('81.9 MB/s in / 41 MB/s of payload a host = 2')
  })

  it('leaves what the scenario says itself, and is taken by explain too', async () => {
    const own = ['--set', `${producer}.mostRecordsPerSec=5000`]
    const args = [scenario, ...change, ...own, '--client-ceiling', 'probed', '--json', ...at]
    const { prediction } = (await headroom('explain', ...args)).json()
    const client = prediction.constraints.find((each: { dimension: string }) => each.dimension === 'producer-client')
    expect(client.capacity).toBe(5000)
  })

  it('refuses a run without a client probe, and a missing run', async () => {
    const unprobed = await headroom('predict', scenario, '--client-ceiling', 'unprobed', ...at)
    expect(unprobed.exitCode).not.toBe(0)
    expect(unprobed.err).toContain('The run unprobed has no client probe')
    expect((await headroom('predict', scenario, '--client-ceiling', 'nothing', ...at)).err).toContain('nothing')
  })
})
