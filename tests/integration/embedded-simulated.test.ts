import { describe, expect, it } from 'vitest'
import { simulatedPartitions } from '../../src/runner/embedded/simulated-cluster.ts'
import { findLeftOvers, kafkajs, startCluster } from './embedded-support.ts'

describe('embedded:simulated', () => {
  it('lists its brokers, gives every topic its fixed number of partitions, and is gone afterwards', async () => {
    const { cluster, resources } = await startCluster({ kind: 'embedded:simulated', brokers: 3 })
    expect(cluster.bootstrapServers).toHaveLength(3)
    expect(cluster.kafkaVersion).toBeNull()
    expect(cluster.sampleBrokers()).toEqual([])

    const kafka = new kafkajs.Kafka({ brokers: [...cluster.bootstrapServers], logLevel: kafkajs.logLevel.NOTHING })
    // The first metadata request of a producer makes a topic; there is no createTopics.
    const producer = kafka.producer({ allowAutoTopicCreation: true, retry: { retries: 10 } })
    await producer.connect()
    await producer.send({ topic: 'any', messages: [{ value: 'x' }] })
    await producer.disconnect()
    const admin = kafka.admin()
    await admin.connect()
    const { topics } = await admin.fetchTopicMetadata({ topics: ['any'] })
    await admin.disconnect()
    expect(topics[0]?.partitions).toHaveLength(simulatedPartitions)

    await cluster.stop()
    expect(resources).toHaveLength(1)
    expect(findLeftOvers(resources)).toEqual([])
  })

  it('reports the end of its process', async () => {
    const { cluster, resources } = await startCluster({ kind: 'embedded:simulated', brokers: 2 })
    const exits: number[] = []
    const heard = new Promise<string>((resolve) => {
      cluster.onBrokerExit((brokerId, detail) => {
        exits.push(brokerId)
        if (exits.length === 2) resolve(detail)
      })
    })
    const [resource] = resources
    if (resource?.kind !== 'process') throw new Error('there is no process')
    process.kill(resource.pid, 'SIGKILL')
    expect(await heard).toBe(
      'The process of the simulated brokers was ended by SIGKILL (by someone, or by the system for lack of memory)',
    )
    expect(exits).toEqual([1, 2])
  })
})
