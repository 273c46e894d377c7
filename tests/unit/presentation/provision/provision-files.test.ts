import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Offering } from '../../../../src/contracts/offering.ts'
import type { ProvisionKind } from '../../../../src/contracts/provision.ts'
import { type Scenario, type ScenarioInput, scenario as schema } from '../../../../src/contracts/scenario.ts'
import { provisionFiles } from '../../../../src/presentation/provision/provision-files.ts'
import { provisioningOf } from '../../../../src/presentation/provision/provisioning.ts'
import { dedicated, orders2020, shippedOffering } from '../../capacity/known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

type TopicInput = ScenarioInput['workload']['topics'][number]

/** A scenario on hosts with these topics, the first of which is written and read. */
function withTopics(topics: readonly TopicInput[], name = 'shop'): Scenario {
  const topic = topics[0]?.name ?? ''
  return schema.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name,
    workload: {
      topics,
      producers: [{ name: 'shop', topic, peakRecordsPerSec: 1_000, recordValueBytes: 500 }],
      consumerGroups: [{ name: 'billing', topic }],
    },
    deployment: { offering: hosts.id, size: 3, tier: 'm5.large' },
  })
}

function output(kind: ProvisionKind, scenario: Scenario, offering: Offering = hosts) {
  const { files, notes } = provisionFiles(kind, provisioningOf(scenario, offering, {}, '2026-11-27'))
  return {
    files,
    notes,
    text: files
      .map((file) => file.text)
      .join('\n')
      .replaceAll('\u00A0', ' '),
  }
}

const shop = [
  { name: 'orders', partitions: 12, retentionMs: 3_600_000.4, minInsyncReplicas: 3 },
  { name: 'clicks', count: 3, partitions: 4, replicationFactor: 1, flushMessages: 1 },
] as const

describe('the script of Kafka’s tools', () => {
  it('lets topics take batches that are larger than by default, and says why', () => {
    const { workload, ...rest } = withTopics(shop)
    const producers = workload.producers.map((producer) => ({ ...producer, recordValueBytes: 3_000_000 }))
    const { text } = output('kafka', { ...rest, workload: { ...workload, producers } })
    expect(text).toContain('--add-config min.insync.replicas=3,retention.ms=3600000,max.message.bytes=3145728')
    expect(text).toMatch(
      /# A batch takes up to 3,000,0\d\d bytes; by default a topic refuses more than\s+(# )?1,048,588\./,
    )
    expect(text.match(/max\.message\.bytes/g)).toHaveLength(1)
  })

  it('makes each topic with its partitions and replicas, and sets what the scenario states', () => {
    const { files, text } = output('kafka', withTopics(shop))
    expect(files.map(({ name }) => name)).toEqual(['topics.sh'])
    const commands = text.split('\n').filter((line) => line.trim().startsWith('tool kafka'))
    expect(commands.map((command) => command.trim())).toEqual([
      'tool kafka-topics.sh --create --if-not-exists --topic orders --partitions 12 --replication-factor 3',
      'tool kafka-configs.sh --alter --entity-type topics --entity-name orders --add-config min.insync.replicas=3,retention.ms=3600000',
      'tool kafka-topics.sh --create --if-not-exists --topic clicks-"$topic" --partitions 4 --replication-factor 1',
      'tool kafka-configs.sh --alter --entity-type topics --entity-name clicks-"$topic" --add-config min.insync.replicas=1,flush.messages=1',
    ])
    expect(text).toContain('while [ "$topic" -le 3 ]; do')
  })

  it('gives a name that begins with a dash in one word with its option', () => {
    const { text } = output('kafka', withTopics([{ name: '-rf', partitions: 2, minInsyncReplicas: 2 }]))
    expect(text).toContain(' --topic=-rf --partitions 2')
    expect(text).toContain(' --entity-name=-rf ')
  })

  it('gives identical topics names that no other topic has', () => {
    const taken = [...shop, { name: 'clicks-2', partitions: 1 }, { name: 'clicks-7', partitions: 1 }]
    expect(output('kafka', withTopics(taken)).text).toContain('--topic clicks--"$topic"')
    const free = [...shop, { name: 'clicks-7', partitions: 1 }, { name: 'clicks-02', partitions: 1 }]
    expect(output('kafka', withTopics(free)).text).toContain('--topic clicks-"$topic"')
  })

  it('writes the reason above each topic, and the size above all', () => {
    const { text } = output('kafka', orders2020, dedicated)
    expect(text).toContain('# Smallest size: 2 CKUs, every limit at or below 80 % (fullest limit: ingress at 61 %).')
    expect(text).toContain('# 24 partitions, as in the scenario; the load needs 16: 60.8 MB/s in / (5 MB/s a partition')
  })

  it('keeps the scenario’s name in one line of comment, whatever characters it has', () => {
    const { text } = output('kafka', withTopics(shop, 'a\u2028rm -rf "$HOME"\u2029`date`'))
    const lines = text.split(/[\n\r\u2028\u2029\u0085]/)
    expect(lines.filter((line) => line.includes('rm -rf'))).toEqual([expect.stringMatching(/^# Topics of "a rm -rf/)])
  })
})

describe('the resources of Strimzi', () => {
  it('are KafkaTopics with names that Kubernetes takes, and the topic’s own name where it differs', () => {
    const topics = [
      { name: 'Orders_v1', partitions: 12 },
      { name: 'orders-v1', partitions: 1 },
      { name: '-..-', partitions: 1 },
    ]
    const { files, text } = output('strimzi', withTopics(topics))
    expect(files.map(({ name }) => name)).toEqual(['kafka-topics.yaml'])
    const documents = parseAllDocuments(text).map((each) => {
      expect(each.errors).toEqual([])
      return each.toJS()
    })
    expect(documents.map(({ metadata }) => metadata.name)).toEqual(['orders-v1', 'orders-v1-2', 'topic'])
    expect(documents[0]).toEqual({
      apiVersion: 'kafka.strimzi.io/v1',
      kind: 'KafkaTopic',
      metadata: { name: 'orders-v1', labels: { 'strimzi.io/cluster': 'my-cluster' } },
      spec: { topicName: 'Orders_v1', partitions: 12, replicas: 3, config: { 'min.insync.replicas': 2 } },
    })
  })

  it('are one per identical topic', () => {
    const documents = parseAllDocuments(output('strimzi', withTopics(shop)).text).map((each) => each.toJS())
    expect(documents.map(({ metadata }) => metadata.name)).toEqual(['orders', 'clicks-1', 'clicks-2', 'clicks-3'])
    expect(documents[3].spec.config).toEqual({ 'min.insync.replicas': 1, 'flush.messages': 1 })
  })

  it('are the first of each entry beyond 1,000, and say so', () => {
    const many = [
      { name: 'orders', partitions: 1 },
      { name: 'clicks', count: 1_000, partitions: 1 },
    ]
    const { text, notes } = output('strimzi', withTopics(many))
    expect(parseAllDocuments(text)).toHaveLength(2)
    expect(text).toContain('# The first of 1,000 identical topics, clicks-1 to clicks-1000.')
    expect(notes).toContain('The workload has 1,001 topics: of identical ones only the first is written.')
  })
})

describe('the configuration of Terraform', () => {
  it('has topics of the community’s provider for the user’s own cluster', () => {
    const { files, text } = output('terraform', withTopics(shop))
    expect(files.map(({ name }) => name)).toEqual(['kafka.tf'])
    expect(text).toContain('source = "Mongey/kafka"')
    expect(text).toContain(
      [
        'resource "kafka_topic" "clicks" {',
        '  count              = 3',
        `  name               = "clicks-\${count.index + 1}"`,
      ].join('\n'),
    )
    expect(text).not.toContain('confluent')
  })

  it.each([
    ['confluent-cloud-dedicated', 4, { zones: 'multi', cloud: 'aws' }, 'dedicated {\n    cku = 2\n  }', 'MULTI_ZONE'],
    ['confluent-cloud-enterprise', 2, { zones: 'single', cloud: 'aws' }, 'enterprise {\n    max_ecku = 2\n  }', 'LOW'],
    ['confluent-cloud-basic', 2, { cloud: 'gcp' }, 'basic {\n    max_ecku = 1', 'SINGLE_ZONE'],
  ] as const)('has the cluster of %s at its smallest size', (id, size, deployment, expected, availability) => {
    const scenario = schema.parse({
      ...orders2020,
      deployment: { offering: id, size, asOf: '2026-11', ...deployment },
      workload: {
        ...orders2020.workload,
        producers: orders2020.workload.producers.map((producer) => ({
          ...producer,
          peakRecordsPerSec: id === 'confluent-cloud-basic' ? 100 : producer.peakRecordsPerSec,
        })),
      },
    })
    const { text } = output('terraform', scenario, shippedOffering(id))
    expect(text).toContain(expected)
    expect(text).toContain(`availability = "${availability}"`)
    expect(text).toContain(`cloud        = "${deployment.cloud.toUpperCase()}"`)
    const unstated =
      '(deployment.zones). SINGLE_ZONE is one zone, but a bill counts three unless told otherwise: check it'
    expect(text.includes(unstated)).toBe(!('zones' in deployment))
    expect(text).toContain('partitions_count = 24')
    expect(text).not.toContain('replication_factor')
  })

  it('never treats a name as an expression, and closes every block', () => {
    const { text } = output('terraform', { ...orders2020, name: `\${file("secret")} %{ for } "x" \\` }, dedicated)
    expect(text).toContain(`display_name = "$\${file(\\"secret\\")} %%{ for } \\"x\\" \\\\"`)
    const code = text.split('\n').filter((line) => !line.startsWith('#'))
    const unquoted = code.join('\n').replace(/"(?:[^"\\]|\\.)*"/g, '""')
    expect(unquoted.match(/\{/g)).toHaveLength(unquoted.match(/\}/g)?.length ?? 0)
  })
})

describe('settings that a service does not allow', () => {
  it('are left out, and named with the source', () => {
    const flushed = {
      ...orders2020,
      workload: {
        ...orders2020.workload,
        topics: orders2020.workload.topics.map((topic) => ({ ...topic, flushMessages: 1 })),
      },
    }
    const { text, notes } = output('kafka', flushed, dedicated)
    expect(text).not.toContain('flush.messages')
    expect(text).toContain('min.insync.replicas=2')
    expect(notes.join(' ')).toContain(
      'Left out, because Confluent Cloud Dedicated does not let you set it: flush.messages (Confluent’s provider',
    )
  })

  it('leaves no topics where they are not made through Kafka, but the clients’ settings', () => {
    const scenario = schema.parse({
      ...orders2020,
      deployment: { offering: 'azure-event-hubs-premium', size: 4, asOf: '2026-11' },
    })
    const eventHubs = shippedOffering('azure-event-hubs-premium')
    for (const kind of ['kafka', 'strimzi', 'terraform'] as const) {
      const { files, notes } = output(kind, scenario, eventHubs)
      expect(files).toEqual([])
      expect(notes.join(' ')).toContain(
        'Azure Event Hubs Premium makes topics through its own API and not through Kafka',
      )
    }
    expect(output('properties', scenario, eventHubs).files.length).toBeGreaterThan(0)
  })

  it('are called unknown if the model does not have them', () => {
    const msk = shippedOffering('aws-msk-express')
    const scenario = schema.parse({
      ...orders2020,
      deployment: { offering: msk.id, tier: 'express.m7g.large', size: 3, asOf: '2026-11' },
    })
    expect(output('kafka', scenario, msk).notes.join(' ')).toContain('it may refuse min.insync.replicas')
    expect(output('kafka', withTopics(shop)).notes.join(' ')).not.toContain('may refuse')
  })
})

describe('notes', () => {
  it('say in every file that no size is enough, and why', () => {
    const [producer] = orders2020.workload.producers
    const hot = schema.parse({
      ...orders2020,
      workload: {
        ...orders2020.workload,
        producers: [{ ...producer, recordKeyBytes: 8, keys: { kind: 'uniform', distinct: 1 } }],
      },
    })
    for (const kind of ['kafka', 'strimzi', 'terraform', 'properties'] as const) {
      const { files, notes } = output(kind, hot, dedicated)
      expect(notes[0]).toContain('No size is enough for this load')
      for (const { text } of files) {
        expect(text).toContain('# No size is enough for this load')
        expect(text.replaceAll('\u00A0', ' ')).toContain('no number of partitions helps')
      }
    }
  })
})
