import { spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startKafkaCluster } from '../../src/runner/embedded/kafka-cluster.ts'
import { findBrokerPorts, findFreePorts } from '../../src/runner/embedded/ports.ts'
import { readQuotas } from '../../src/runner/embedded/quotas.ts'
import { runnerNodePath } from '../../src/runner/embedded/runner-files.ts'
import type { BrokerPorts } from '../../src/runner/embedded/server-properties.ts'
import { findLeftOvers, kafkajs, makeStateDirectory, namesIn, startCluster, until } from './embedded-support.ts'

const quotas = { producerBytesPerSec: 2_000_000, consumerBytesPerSec: 6_000_000 }
const batchBytes = 16_000

function connect(bootstrapServers: readonly string[], clientId: string) {
  return new kafkajs.Kafka({ clientId, brokers: [...bootstrapServers], logLevel: kafkajs.logLevel.NOTHING })
}

function portOf(address: string): number {
  return Number(address.split(':')[1])
}

/** Writes batches of 16 KB as fast as the broker permits, until the time is up. @returns acknowledged bytes of values */
async function produce(bootstrapServers: readonly string[], clientId: string, untilMs: number): Promise<number> {
  const producer = connect(bootstrapServers, clientId).producer({
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  })
  await producer.connect()
  const messages = Array.from({ length: 16 }, () => ({ value: Buffer.alloc(batchBytes / 16, 7) }))
  let bytes = 0
  while (Date.now() < untilMs) {
    await producer.send({ topic: 'load', acks: -1, messages })
    bytes += batchBytes
  }
  await producer.disconnect()
  return bytes
}

describe('embedded:kafka with one broker', () => {
  it('limits all client ids together to its quota, reports its cost, and leaves nothing', async () => {
    const target = { kind: 'embedded:kafka', brokers: 1, quotas, quotaWindowSeconds: 11 } as const
    const { cluster, resources, stateDirectory } = await startCluster(target)
    expect(cluster.bootstrapServers).toHaveLength(1)
    expect(cluster.kafkaVersion).toMatch(/^4\.\d+\.\d+$/)
    const admin = connect(cluster.bootstrapServers, 'admin').admin()
    await admin.connect()
    await admin.createTopics({
      topics: [{ topic: 'load', numPartitions: 4, replicationFactor: 1 }],
      waitForLeaders: true,
    })
    await admin.disconnect()

    // Two quota windows. When the time is up, each client may have one batch in flight that a throttled broker still accepts.
    const writeSeconds = 22
    const untilMs = Date.now() + writeSeconds * 1_000
    const clients = ['a', 'b', 'c'].map((id) => produce(cluster.bootstrapServers, id, untilMs))
    const written = await Promise.all(clients)
    const bytes = written.reduce((sum, each) => sum + each, 0)
    // A quota for each client id would let three times as much through.
    expect(bytes).toBeLessThan(quotas.producerBytesPerSec * writeSeconds * 1.2 + written.length * batchBytes)
    // The verdict tests check how much of the quota clients get.
    expect(Math.min(...written)).toBeGreaterThan(0)

    const samples = cluster.sampleBrokers()
    expect(samples.map((sample) => sample.brokerId)).toEqual([1])
    expect(samples[0]?.residentBytes).toBeGreaterThan(50_000_000)
    expect(samples[0]?.cpuCores).toBeGreaterThan(0)

    const exits: number[] = []
    cluster.onBrokerExit((brokerId) => exits.push(brokerId))
    // The broker, the watchdog, the folder.
    expect(findLeftOvers(resources)).toHaveLength(3)
    await cluster.stop()
    expect(findLeftOvers(resources)).toEqual([])
    expect(namesIn(stateDirectory)).toEqual([])
    expect(exits).toEqual([])
  })

  it('restarts on other ports if one was taken meanwhile', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void holder.close())
    const taken = (holder.address() as AddressInfo).port
    const asked: (readonly BrokerPorts[])[] = []
    const stateDirectory = makeStateDirectory()
    const cluster = await startKafkaCluster(
      { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 },
      { runId: 'run-1', stateDirectory, onProgress: () => undefined, onResource: () => undefined },
      async (brokers) => {
        const free = await findBrokerPorts(brokers)
        const given = asked.length === 0 ? free.map((ports) => ({ ...ports, client: taken })) : free
        asked.push(given)
        return given
      },
    )
    onTestFinished(() => cluster.stop())
    expect(asked.map(([ports]) => ports?.client === taken)).toEqual([true, false])
    expect(cluster.bootstrapServers).toEqual([`127.0.0.1:${asked[1]?.[0]?.client}`])
  })

  it('gives up if its ports are taken repeatedly, and leaves nothing', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void holder.close())
    const taken = (holder.address() as AddressInfo).port
    const stateDirectory = makeStateDirectory()
    const start = startKafkaCluster(
      { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 },
      { runId: 'run-1', stateDirectory, onProgress: () => undefined, onResource: () => undefined },
      async () => [{ client: taken, controller: (await findFreePorts(1))[0] ?? 0 }],
    )
    await expect(start).rejects.toMatchObject({ code: 'PORT_TAKEN', message: expect.stringContaining(String(taken)) })
    expect(namesIn(stateDirectory)).toEqual([])
  })

  it('has no quota if the target has none', async () => {
    const { cluster } = await startCluster({ kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
    expect(await readQuotas(portOf(cluster.bootstrapServers[0] ?? ''))).toBeNull()
  })

  it('refuses to start if the disk is too small for the run, and leaves nothing', async () => {
    const stateDirectory = makeStateDirectory()
    const start = startCluster(
      { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 },
      { stateDirectory, neededDiskBytes: 1e18 },
    )
    await expect(start).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(namesIn(stateDirectory)).toEqual([])
  })

  it('can be cancelled while it starts, and leaves nothing', async () => {
    const stateDirectory = makeStateDirectory()
    const giveUp = new AbortController()
    const resources: Parameters<typeof findLeftOvers>[0][number][] = []
    const start = startCluster(
      { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 },
      {
        stateDirectory,
        signal: giveUp.signal,
        onResource: (resource) => void resources.push(resource),
        onProgress: (message) => {
          if (message.startsWith('Starting')) setTimeout(() => giveUp.abort(), 300)
        },
      },
    )
    await expect(start).rejects.toMatchObject({ code: 'ABORTED' })
    expect(resources.length).toBeGreaterThan(2)
    expect(findLeftOvers(resources)).toEqual([])
    expect(namesIn(stateDirectory)).toEqual([])
  })
})

describe('embedded:kafka with three brokers', () => {
  it('has the quotas on each, and says when a broker dies', async () => {
    const target = { kind: 'embedded:kafka', brokers: 3, quotas, quotaWindowSeconds: 11 } as const
    const { cluster, resources, stateDirectory } = await startCluster(target)
    const found = await Promise.all(cluster.bootstrapServers.map((address) => readQuotas(portOf(address))))
    expect(found).toEqual([quotas, quotas, quotas])
    expect(cluster.sampleBrokers().map((sample) => sample.brokerId)).toEqual([1, 2, 3])

    const exits: { readonly brokerId: number; readonly detail: string }[] = []
    cluster.onBrokerExit((brokerId, detail) => exits.push({ brokerId, detail }))
    // The list of what still runs begins with the watchdog; the brokers follow in their order.
    const second = findLeftOvers(resources).filter((resource) => resource.kind === 'process')[2]
    if (second === undefined) throw new Error('there is no second broker')
    process.kill(second.pid, 'SIGKILL')
    await until(() => exits.length > 0)
    expect(exits).toEqual([
      { brokerId: 2, detail: expect.stringContaining('Broker 2 of the embedded cluster was ended by SIGKILL') },
    ])
    expect(cluster.sampleBrokers().map((sample) => sample.brokerId)).toEqual([1, 3])

    await cluster.stop()
    expect(findLeftOvers(resources)).toEqual([])
    expect(namesIn(stateDirectory)).toEqual([])
  })
})

describe.each(['embedded:kafka', 'embedded:simulated'])('%s', (kind) => {
  it('is gone after its host was killed', async () => {
    const stateDirectory = makeStateDirectory()
    const script = fileURLToPath(new URL('embedded-parent.ts', import.meta.url))
    const parent = spawn(runnerNodePath(), [script, kind, '1', stateDirectory], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const line = await new Promise<string>((resolve) => createInterface({ input: parent.stdout }).once('line', resolve))
    const { resources } = JSON.parse(line)
    expect(findLeftOvers(resources).some((resource) => resource.kind === 'process')).toBe(true)
    parent.kill('SIGKILL')
    await until(() => findLeftOvers(resources).length === 0)
    // The watchdog removes the folder of the run a moment after the folder of the brokers, which is inside it.
    await until(() => namesIn(stateDirectory).length === 0)
  })
})
