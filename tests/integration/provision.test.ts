/**
 * The script of `headroom provision` against real Kafka, run by a shell with Kafka's own tools.
 */
import { execFile } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type ScenarioInput, scenario } from '../../src/contracts/scenario.ts'
import { provisionFiles } from '../../src/presentation/provision/provision-files.ts'
import { provisioningOf } from '../../src/presentation/provision/provisioning.ts'
import { detectEmbeddedKafka } from '../../src/runner/embedded/availability.ts'
import { archivedClasses } from '../../src/runner/embedded/class-archive.ts'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'
import { shippedOffering } from '../unit/capacity/known-files.ts'
import { kafkajs, makeStateDirectory, startCluster } from './embedded-support.ts'

const topics: ScenarioInput['workload']['topics'] = [
  { name: 'orders', partitions: 6, retentionMs: 7_200_000, minInsyncReplicas: 3 },
  { name: 'Clicks_v1.eu', count: 2, partitions: 2, replicationFactor: 2, flushMessages: 10_000 },
]

const shop = scenario.parse({
  kind: 'headroom.scenario',
  schemaVersion: 1,
  name: 'shop `date` "$HOME"',
  workload: {
    topics,
    producers: [{ name: 'shop', topic: 'orders', peakRecordsPerSec: 1_000, recordValueBytes: 500 }],
  },
  deployment: { offering: 'apache-kafka-on-hosts', size: 3, tier: 'r5.xlarge' },
})

const execute = promisify(execFile)

/** Makes scripts with the names that Kafka's tools have in `bin`. They run the tools in the jars of the embedded Kafka. */
function makeTools(folder: string): void {
  const found = detectEmbeddedKafka()
  if (!found.isAvailable) throw new Error(found.reason)
  for (const [name, main] of [
    ['kafka-topics.sh', 'org.apache.kafka.tools.TopicCommand'],
    ['kafka-configs.sh', 'kafka.admin.ConfigCommand'],
  ] as const) {
    const path = join(folder, name)
    const options = ['-Xmx128m', '-XX:TieredStopAtLevel=1', ...archivedClasses(kafkaJarsPath)].map(
      (each) => `'${each}'`,
    )
    const command = `'${found.javaPath}' ${options.join(' ')} -cp '${kafkaJarsPath}/*' ${main}`
    writeFileSync(path, `#!/bin/sh\nexec ${command} "$@"\n`)
    chmodSync(path, 0o755)
  }
}

describe('the script of headroom provision', () => {
  it('makes the topics with the settings of the scenario, and changes nothing when it runs again', async () => {
    const { cluster } = await startCluster({ kind: 'embedded:kafka', brokers: 3, quotaWindowSeconds: 11 })
    const folder = makeStateDirectory()
    makeTools(folder)
    const { files } = provisionFiles(
      'kafka',
      provisioningOf(shop, shippedOffering('apache-kafka-on-hosts'), {}, '2026-11-27'),
    )
    const path = join(folder, 'topics.sh')
    writeFileSync(path, files[0]?.text ?? '')
    const environment = {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      BROKERS: cluster.bootstrapServers.join(','),
    }
    // Does not block the event loop: six Java programs one after the other take a minute on a busy machine.
    const run = () => execute('sh', [path], { env: environment })

    const kafka = new kafkajs.Kafka({ brokers: [...cluster.bootstrapServers], logLevel: kafkajs.logLevel.NOTHING })
    const admin = kafka.admin()
    await admin.connect()
    const read = async () => {
      const names = (await admin.listTopics()).filter((name) => !name.startsWith('__')).sort()
      const { topics: described } = await admin.fetchTopicMetadata({ topics: names })
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
      })
      return names.map((name) => {
        const partitions = described.find((topic) => topic.name === name)?.partitions ?? []
        const entries = resources.find((resource) => resource.resourceName === name)?.configEntries ?? []
        const settingOf = (key: string) => entries.find(({ configName }) => configName === key)?.configValue
        return {
          name,
          partitions: partitions.length,
          replicas: partitions[0]?.replicas.length,
          minInsyncReplicas: settingOf('min.insync.replicas'),
          retentionMs: settingOf('retention.ms'),
          flushMessages: settingOf('flush.messages'),
        }
      })
    }

    await run()
    // The scenario states none of these settings, so the topics have the values of the embedded brokers.
    const hour = '3600000'
    const never = '9223372036854775807'
    const clicks = { partitions: 2, replicas: 2, minInsyncReplicas: '1', retentionMs: hour, flushMessages: '10000' }
    const made = [
      { name: 'Clicks_v1.eu-1', ...clicks },
      { name: 'Clicks_v1.eu-2', ...clicks },
      {
        ...{ name: 'orders', partitions: 6, replicas: 3 },
        ...{ minInsyncReplicas: '3', retentionMs: '7200000', flushMessages: never },
      },
    ]
    // The tools exit when the controller has confirmed a change. Each broker applies it a moment later.
    await expect.poll(read, { timeout: 120_000 }).toEqual(made)
    await run()
    expect(await read()).toEqual(made)
    await admin.disconnect()
  })
})
