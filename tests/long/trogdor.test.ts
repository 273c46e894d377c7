import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { kafkajs, startCluster } from '../integration/embedded-support.ts'
import { headroomJson, itInWorkspace } from '../integration/validate-support.ts'
import { smallScenario } from '../unit/workbench/small-scenario.ts'
import { startTrogdor } from './trogdor-support.ts'

/** Two producers and a group, Java's. */
const scenario = {
  ...smallScenario,
  workload: {
    ...smallScenario.workload,
    clientFamily: 'java',
    producers: smallScenario.workload.producers.map((producer) => ({ ...producer, clients: 2 })),
  },
}

describe('a Trogdor fleet', () => {
  itInWorkspace('carries out a plan, tells what it can, and leaves nothing on the cluster', async ({ workspace }) => {
    const [{ cluster }, platformPath] = await Promise.all([
      startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 }),
      startTrogdor(2),
    ])
    const scenarioPath = join(workspace, 'java.headroom.json')
    await writeFile(scenarioPath, JSON.stringify(scenario))
    const properties = join(workspace, 'client.properties')
    await writeFile(properties, `bootstrap.servers=${cluster.bootstrapServers.join(',')}\n`)
    const driver = ['--driver', 'trogdor', '--trogdor', platformPath]
    const words = ['validate', scenarioPath, '--target', properties, '--yes', '--duration', '5s', ...driver]
    const { exitCode, value, err } = await headroomJson(workspace, words)
    expect(exitCode, err).toBe(0)
    expect([value.origin, value.status, value.label]).toEqual([
      'imported',
      'complete',
      expect.stringContaining('measured by trogdor'),
    ])
    const [{ parts }] = value.repeats
    const records = (role: string) =>
      parts
        .filter((part: { role: string }) => part.role === role)
        .reduce((sum: number, part: { records: number }) => sum + part.records, 0)
    expect([records('producer'), records('consumer')]).toEqual([15_000, 15_000])
    // What Trogdor does not measure is not there, and the run says so.
    expect([value.figures.ingressWireBytesPerSec, value.figures.egressPayloadBytesPerSec, value.intervals]).toEqual([
      null,
      null,
      null,
    ])
    expect(value.figures.recordsPerSec).toBeGreaterThan(0)
    expect(value.notes.join(' ')).toContain('Trogdor does not measure wire bytes')
    expect(value.overlay.verdict).toBe('not-proven')
    const admin = new kafkajs.Kafka({
      brokers: [...cluster.bootstrapServers],
      logLevel: kafkajs.logLevel.NOTHING,
    }).admin()
    await admin.connect()
    const { groups } = await admin.listGroups()
    const left = [...(await admin.listTopics()), ...groups.map(({ groupId }) => groupId)]
    await admin.disconnect()
    expect(left.filter((name) => name.startsWith('headroom-'))).toEqual([])
  })
})
