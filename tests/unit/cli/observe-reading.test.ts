import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Connection } from '../../../src/contracts/connection.ts'
import { usualReadingBounds } from '../../../src/contracts/reading-part.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { headroomInFolders } from './run-headroom.ts'

const { folder, headroom } = headroomInFolders()
const list = 'tests/fixtures/observations/topics.csv'
const connection: Connection = {
  kind: 'headroom.connection',
  schemaVersion: 1,
  name: 'production',
  bootstrapServers: ['127.0.0.1:1'],
}

/** Keeps a complete reading of a cluster with one topic of 24 partitions, which the list calls `orders` too. */
function keepReading(id: string): void {
  const store = openStore(join(folder.path, 'workspace'))
  const atEpochMs = 1_763_800_000_000
  store.insertReading({ id, createdAtEpochMs: atEpochMs, request: { connection, bounds: usualReadingBounds } })
  store.addReadingPart(id, {
    part: 'cluster',
    startedAtEpochMs: atEpochMs,
    clusterId: 'known',
    brokers: [{ brokerId: 1, host: 'broker-1', port: 9092, rack: null, isController: true, configs: null }],
    movingPartitions: 0,
    quotas: [],
  })
  const partition = (index: number) => ({ index, leader: 1, replicas: [1], inSyncReplicas: 1 })
  const partitions = Array.from({ length: 24 }, (_, index) => partition(index))
  store.addReadingPart(id, {
    part: 'topics',
    topics: [{ name: 'orders', isInternal: false, configs: null, partitions }],
  })
  store.addReadingPart(id, { part: 'end', atEpochMs: atEpochMs + 60_000, endedEarlyBecause: null })
  store.close()
}

/** A Prometheus server that names its metrics, and then has no history of them. */
async function prometheusThatFailsLate(): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    if (url.includes('query_range')) response.writeHead(503)
    const isNames = url.includes('/label/')
    const data = isNames
      ? ['kafka_server_brokertopicmetrics_bytesin_total']
      : { resultType: 'vector', result: [] as string[] }
    response.end(JSON.stringify({ status: 'success', data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('a reading of a cluster with other sources', () => {
  it('finds what is wrong with a file before it reaches the cluster', async () => {
    const properties = join(folder.path, 'client.properties')
    const broken = join(folder.path, 'broken.csv')
    await writeFile(properties, 'bootstrap.servers=127.0.0.1:1\n')
    await writeFile(broken, 'topic,partitions\norders,many\n')
    const { json } = await headroom('observe', '--target', properties, '--file', broken, '--json')
    expect(json().error).toMatchObject({ code: 'INPUT_INVALID', problems: [{ place: 'broken.csv:2' }] })
    expect((await headroom('observations', 'resume')).err).toContain('no reading that was stopped or failed')
  })

  it('finds an address that is wrong before it reaches the cluster, and nothing that answers there', async () => {
    const properties = join(folder.path, 'client.properties')
    await writeFile(properties, 'bootstrap.servers=127.0.0.1:1\n')
    const error = async (...words: string[]) =>
      (await headroom('observe', '--target', properties, ...words, '--json')).json().error
    expect((await error('--prometheus', 'prometheus:9090')).problems[0].message).toContain('expected an address')
    expect((await error('--jolokia', 'broker')).problems[0].message).toContain('expected an address')
    const message = (at: string) => `http://127.0.0.1:1/${at}`
    const server = await error('--prometheus', 'http://127.0.0.1:1')
    expect([server.code, server.message]).toEqual(['CLUSTER_UNREACHABLE', expect.stringContaining(message('api'))])
    const agent = await error('--jolokia', 'http://127.0.0.1:1/jolokia')
    expect(agent.message).toContain(message('jolokia could not be read'))
    expect((await headroom('observations', 'resume')).err).toContain('no reading that was stopped or failed')
  })

  it('finds that the scenario cannot be written before it reaches the cluster', async () => {
    const properties = join(folder.path, 'client.properties')
    await writeFile(properties, 'bootstrap.servers=127.0.0.1:1\n')
    const error = async (out: string) =>
      (await headroom('observe', '--target', properties, '--out', out, '--json')).json().error
    expect(await error(folder.path)).toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining('it is a folder'),
    })
    expect(await error(join(properties, 'x.json'))).toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining('not a folder'),
    })
    expect(await error(properties)).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('which this command reads'),
    })
    expect(await readFile(properties, 'utf8')).toBe('bootstrap.servers=127.0.0.1:1\n')
  })

  it('is merged with files, and gets a name and a deployment, when it is resumed', async () => {
    keepReading('reading-1')
    const deployment = ['--offering', 'confluent-cloud-dedicated', '--size', '2', '--name', 'shop']
    const { exitCode, json } = await headroom(
      ...['observations', 'resume', '--reading', 'reading-1', '--file', list, ...deployment, '--json'],
    )
    expect(exitCode).toBe(0)
    const { observation } = json()
    expect([observation.name, observation.deployment.size, observation.sources.length]).toEqual(['shop', 2, 2])
    const orders = observation.topics.find(({ name }: { name: string }) => name === 'orders')
    expect(orders.figures.peakMinuteRecordsInPerSec.value).toBe(60_000)
  })

  it('is not lost with a source that fails after it', async () => {
    keepReading('reading-2')
    const server = await prometheusThatFailsLate()
    const words = ['observations', 'resume', '--reading', 'reading-2', '--prometheus', server, '--json']
    const { json } = await headroom(...words)
    expect(json().error.code).toBe('CLUSTER_UNREACHABLE')
    expect(json().error.remedy).toMatch(/reading of the cluster is kept.*observations resume --reading reading-2$/)
  })
})
