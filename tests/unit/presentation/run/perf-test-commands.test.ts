import { describe, expect, test } from 'vitest'
import { perfTestCommands, perfTestNotes } from '../../../../src/presentation/run/perf-test-commands.ts'
import { knownRecord } from '../known-run.ts'

const [first] = knownRecord.plan.producers
if (first === undefined) throw new Error('the known run has no producer')

describe('the run as commands of Kafka’s own tools', () => {
  const commands = perfTestCommands(knownRecord.plan).split('\n')

  test('makes its topics, its producers and the members of its groups', () => {
    const tools = commands.filter((line) => !line.startsWith('#')).map((line) => line.split(' ')[0])
    expect([...new Set(tools)]).toEqual([
      'kafka-topics.sh',
      'kafka-producer-perf-test.sh',
      'kafka-consumer-perf-test.sh',
    ])
  })

  test('offers as many records in all as the plan', () => {
    const { producers, durationMs } = knownRecord.plan
    const planned = producers.reduce((sum, { recordsPerSec }) => sum + (recordsPerSec * durationMs) / 1_000, 0)
    const offered = commands.reduce((sum, line, index) => {
      const records = /^kafka-producer\S+ .*--num-records (\d+)/.exec(line)?.[1]
      if (records === undefined) return sum
      const times = /^# (\d+) of these/.exec(commands[index - 1] ?? '')?.[1] ?? '1'
      return sum + Number(records) * Number(times)
    }, 0)
    expect(offered).toBe(planned)
  })

  test('quotes the name of a group so that it cannot end its word in a shell', () => {
    const groupId = "it's $(rm -rf /)"
    const groups = knownRecord.plan.consumerGroups.map((group) => ({ ...group, groupId }))
    expect(perfTestCommands({ ...knownRecord.plan, consumerGroups: groups })).toContain(
      `--group 'it'\\''s $(rm -rf /)'`,
    )
  })

  test('gives the name of a group that begins with a dash in one word with its option', () => {
    const groups = knownRecord.plan.consumerGroups.map((group) => ({ ...group, groupId: '-rf' }))
    expect(perfTestCommands({ ...knownRecord.plan, consumerGroups: groups })).toContain(' --group=-rf ')
  })

  test('says what they cannot do', () => {
    const keyed = { ...first, partitioning: { kind: 'keys', keys: { kind: 'uniform', distinct: 10 } } } as const
    expect(perfTestNotes({ ...knownRecord.plan, producers: [keyed] }).join(' ')).toContain('They send no keys')
    expect(perfTestNotes(knownRecord.plan).join(' ')).toContain('payload MiB')
  })
})
