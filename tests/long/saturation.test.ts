/**
 * The saturation search on real brokers: one CKU of April 2020, declared by quotas, takes 0.80 of the example's load.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { headroomJson, itInWorkspace } from '../integration/validate-support.ts'
import { saturationProblems } from './acceptance.ts'

/** What the whole load of the example is on the wire, at 0.02 of its size. */
const offeredBytesPerSec = 1_221_250

itInWorkspace(
  'a saturation search closes in on the declared capacity, with repeats and an interval',
  async ({ workspace }) => {
    const scenario = JSON.parse(await readFile('tests/fixtures/scenarios/orders-2020.headroom.json', 'utf8'))
    for (const topic of scenario.workload.topics) topic.replicationFactor = 1
    const path = join(workspace, 'saturation.campaign.json')
    const method = { kind: 'saturation-search', lowFactor: 0.6, highFactor: 1, toleranceRatio: 0.1 }
    const campaign = {
      kind: 'headroom.campaign',
      schemaVersion: 1,
      name: 'Saturation',
      scenario,
      method,
      repeats: 2,
      coolDownMs: 6_000,
    }
    await writeFile(path, JSON.stringify(campaign))
    const words = ['--target', 'embedded:kafka', '--scale', '0.02', '--quota-window-seconds', '3']
    const { exitCode, value, err } = await headroomJson(workspace, ['campaign', path, ...words])
    expect(exitCode, err).toBe(0)
    const { saturation } = value.summary
    // 1 MB/s is declared: the highest load that was held lies below it, the lowest that was not above.
    expect(saturation.runs).toBe(2)
    const { loadFactor, nextFactor } = saturation
    const { ingressWireBytesPerSec } = saturation.measured
    const declared = { capacity: 1_000_000, offered: offeredBytesPerSec }
    expect(saturationProblems({ loadFactor, nextFactor, ingressWireBytesPerSec }, declared)).toEqual([])
  },
)
