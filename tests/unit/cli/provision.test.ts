import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { headroom } from './run-headroom.ts'

const orders2020 = 'tests/fixtures/scenarios/orders-2020.headroom.json'
const folder = temporaryFolder()

describe('headroom provision', () => {
  it('prints a single file unchanged on stdout, and the notes on stderr', async () => {
    const { exitCode, out, err } = await headroom('provision', orders2020, '--as', 'kafka')
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^#!\/bin\/sh\n/)
    expect(err.replace(/\s+/g, ' ')).toContain('Smallest size: 2 CKUs')
  })

  it('prints all files below their names', async () => {
    const { out } = await headroom('provision', orders2020)
    for (const name of ['topics.sh', 'kafka-topics.yaml', 'kafka.tf', 'producer-order-service.properties']) {
      expect(out).toContain(`# ${name}\n`)
    }
  })

  it('writes files into a folder, and names them', async () => {
    const directory = join(folder.path, 'infrastructure')
    const { out } = await headroom('provision', orders2020, '--as', 'terraform', '--out', directory)
    expect(out).toBe(`Wrote ${join(directory, 'kafka.tf')}\n`)
    expect(await readdir(directory)).toEqual(['kafka.tf'])
    expect(await readFile(join(directory, 'kafka.tf'), 'utf8')).toContain('cku = 2')
  })

  it('has the recommendation and every file in JSON', async () => {
    const { json } = await headroom('provision', orders2020, '--set', 'workload.topics.0.partitions=2', '--json')
    const { deployment, changes, topics, outputs } = json()
    expect(deployment).toMatchObject({ offering: 'confluent-cloud-dedicated', size: 2 })
    expect(changes).toEqual([{ path: 'workload.topics.0.partitions', value: 16 }])
    expect(topics).toMatchObject([{ name: 'orders', partitions: 16, settings: { 'min.insync.replicas': '2' } }])
    expect(outputs.map((output: { as: string }) => output.as)).toEqual(['kafka', 'strimzi', 'terraform', 'properties'])
  })

  it('makes the change that rests on an assumption with --smaller', async () => {
    const { out, err, exitCode } = await headroom('provision', orders2020, '--smaller', '--as', 'properties')
    expect(exitCode).toBe(0)
    expect(out).toContain('compression.type=lz4')
    expect(err.replace(/\s+/g, ' ')).toContain(
      'Changed: compression.type lz4. Without it 2 CKUs are enough. The compression is an assumption',
    )
    expect((await headroom('provision', orders2020, '--as', 'properties')).out).toContain('compression.type=none')
  })

  it('writes what the recommendation begins with, and the scenario as it is with --keep-settings', async () => {
    const payments = ['examples/payments.headroom.json', '--set', 'deployment.offering=confluent-cloud-standard']
    const predicted = await headroom('predict', ...payments)
    expect(predicted.out.replace(/\s+/g, ' ')).toContain('1 eCKU is enough with linger.ms 10 and')
    const { deployment, changes } = (await headroom('provision', ...payments, '--json')).json()
    expect(deployment.size).toBe(1)
    expect(changes[0]).toEqual({ path: 'workload.producers.0.lingerMs', value: 10 })
    const kept = (await headroom('provision', ...payments, '--keep-settings', '--json')).json()
    expect([kept.deployment.size, kept.changes]).toEqual([7, []])
    const { exitCode, err } = await headroom('provision', ...payments, '--keep-settings', '--smaller')
    expect([exitCode, err]).toEqual([2, expect.stringContaining('--keep-settings: excludes --smaller')])
  })

  it('refuses another kind', async () => {
    const { exitCode, err } = await headroom('provision', orders2020, '--as', 'helm')
    expect(exitCode).toBe(2)
    expect(err).toContain('--as: expected one of kafka, strimzi, terraform, properties, all')
  })
})
