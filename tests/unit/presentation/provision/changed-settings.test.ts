import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { changedSettings } from '../../../../src/presentation/provision/changed-settings.ts'
import { dedicated, shippedOffering, smallScenario } from '../../capacity/known-files.ts'

const before = smallScenario({ topic: { partitions: 12 } })

/** The scenario with other settings of its only topic, producer and group. */
function changed({ topic = {}, producer = {}, group = {} }: Record<string, object>): Scenario {
  const { topics, producers, consumerGroups } = before.workload
  return {
    ...before,
    workload: {
      ...before.workload,
      topics: topics.map((each) => ({ ...each, ...topic })),
      producers: producers.map((each) => ({ ...each, ...producer })),
      consumerGroups: consumerGroups.map((each) => ({ ...each, ...group })),
    },
  }
}

function textOf(after: Scenario, name: string, earlier = before): string | undefined {
  return changedSettings(earlier, after, dedicated)?.files.find((file) => file.name === name)?.text
}

describe('what has to be set outside Headroom', () => {
  it('is nothing if only the size or the load changed', () => {
    const after = { ...changed({ producer: { peakRecordsPerSec: 7 } }), deployment: { ...before.deployment, size: 9 } }
    expect(changedSettings(before, after, dedicated)).toBeNull()
  })

  it('names the settings and their values, with properties of clients and commands for topics', () => {
    const after = changed({
      topic: { partitions: 77 },
      producer: { lingerMs: 50, compression: 'lz4', compressionRatio: 0.5 },
      group: { fetchMinBytes: 65_536 },
    })
    expect(changedSettings(before, after, dedicated)?.text.replaceAll('\u00A0', ' ')).toBe(
      'linger.ms 50, compression.type lz4, fetch.min.bytes 65,536 and 77 instead of 12 partitions of events',
    )
    expect(textOf(after, 'client properties')).toBe(
      '# Producers "producer"\nlinger.ms=50\ncompression.type=lz4\n# Consumers "group"\nfetch.min.bytes=65536\n',
    )
    expect(textOf(after, 'topic commands')).toBe(
      '# events: more partitions move keys to other partitions.\n' +
        'kafka-topics.sh --bootstrap-server "$BROKERS" --alter --topic events --partitions 77\n',
    )
  })

  it('has no topic commands if only clients change', () => {
    const after = changed({ producer: { lingerMs: 50 } })
    expect(changedSettings(before, after, dedicated)?.files.map(({ name }) => name)).toEqual(['client properties'])
  })

  it('says that fewer partitions need a new topic, because no command takes partitions away', () => {
    const text = textOf(changed({ topic: { partitions: 6 } }), 'topic commands')
    expect(text).toBe('# events: 6 partitions need a new topic. An existing one keeps its 12.\n')
  })

  it('changes each of several identical topics', () => {
    const many = smallScenario({ topic: { partitions: 12, count: 3 } })
    const after = {
      ...many,
      workload: { ...many.workload, topics: many.workload.topics.map((topic) => ({ ...topic, partitions: 24 })) },
    }
    expect(textOf(after, 'topic commands', many)).toContain(
      'for topic in $(seq 3); do kafka-topics.sh --bootstrap-server "$BROKERS" --alter --topic events-"$topic" --partitions 24; done',
    )
  })

  it('writes no command for a service that makes topics through an API of its own', () => {
    const after = changed({ topic: { partitions: 77 } })
    const files = changedSettings(before, after, shippedOffering('azure-event-hubs-premium'))?.files ?? []
    expect(files.map(({ text }) => text).join()).toMatch(/^# .* makes topics through its own API/)
  })

  it('leaves out an entry that has no earlier value', () => {
    const after = changed({ producer: { name: 'another', lingerMs: 50 } })
    expect(changedSettings(before, after, dedicated)).toBeNull()
  })

  it('say that an assumed ratio of a new codec has to be tried, and not of one that was typed', () => {
    const withRatio = (compressionRatio: number) => ({
      ...before,
      workload: {
        ...before.workload,
        producers: before.workload.producers.map((each) => ({
          ...each,
          compression: 'lz4' as const,
          compressionRatio,
        })),
      },
    })
    expect(changedSettings(before, withRatio(0.5), dedicated)?.assumption).toMatch(/only if it halves the bytes/)
    expect(changedSettings(before, withRatio(0.3), dedicated)?.assumption).toBeNull()
  })
})
