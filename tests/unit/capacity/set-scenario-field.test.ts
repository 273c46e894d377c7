import { describe, expect, it } from 'vitest'
import { inWordsOfUnits, readFieldText, setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { check, formatPath } from '../../../src/contracts/parse.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import { whitePaper } from './known-files.ts'

function set(path: string, value: unknown) {
  const outcome = check(scenario, setScenarioField(whitePaper, path, value))
  return outcome.ok ? outcome.value : outcome.problems
}

/** The steps of a path as a schema has them: places in lists are numbers. */
function pathOf(path: string): (string | number)[] {
  return path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

function problemOf(path: string): string {
  try {
    setScenarioField(whitePaper, path, '1')
    return 'no problem'
  } catch (error) {
    return error instanceof AppError ? `${error.code} ${error.message} ${error.remedy}` : String(error)
  }
}

describe('setting one field of a scenario', () => {
  it.each([
    ['workload.topics.0.partitions', '10', { workload: { topics: [{ partitions: 10 }] } }],
    ['workload.topics.0.partitions', '12 partitions', { workload: { topics: [{ partitions: 12 }] } }],
    ['workload.topics[0].count', '3k topics', { workload: { topics: [{ count: 3000 }] } }],
    ['workload.producers.0.clients', '3 pods', { workload: { producers: [{ clients: 3 }] } }],
    ['workload.consumerGroups.0.members', '3 Consumers', { workload: { consumerGroups: [{ members: 3 }] } }],
    ['workload.consumerGroups.0.members', '6 members in total', { workload: { consumerGroups: [{ members: 2 }] } }],
    ['workload.topics[0].partitions', '3k', { workload: { topics: [{ partitions: 3000 }] } }],
    ['workload.producers.0.peakRecordsPerSec', '60k/s', { workload: { producers: [{ peakRecordsPerSec: 60_000 }] } }],
    ['workload.producers.0.recordValueBytes', '1 KiB', { workload: { producers: [{ recordValueBytes: 1024 }] } }],
    ['workload.producers.0.lingerMs', '20', { workload: { producers: [{ lingerMs: 20 }] } }],
    ['workload.producers.0.lingerMs', '1 s', { workload: { producers: [{ lingerMs: 1000 }] } }],
    ['workload.producers.0.linger.ms', '20', { workload: { producers: [{ lingerMs: 20 }] } }],
    [
      'workload.producers[0].max.in.flight.requests.per.connection',
      '1',
      { workload: { producers: [{ maxInFlight: 1 }] } },
    ],
    ['workload.topics.0.retention.ms', '7 days', { workload: { topics: [{ retentionMs: 604_800_000 }] } }],
    [
      'workload.producers.0.averageRecordsPerSec',
      '25 %',
      { workload: { producers: [{ averageRecordsPerSec: 60_000 }] } },
    ],
    ['workload.producers.0.isIdempotent', 'true', { workload: { producers: [{ isIdempotent: true }] } }],
    ['workload.producers.0.compression', 'lz4', { workload: { producers: [{ compression: 'lz4' }] } }],
    ['workload.producers.0.acks', '1', { workload: { producers: [{ acks: '1' }] } }],
    [
      'workload.producers.0.keys',
      '{"kind":"uniform","distinct":5}',
      { workload: { producers: [{ keys: { distinct: 5 } }] } },
    ],
    ['workload.roundTripMs', '0.5 ms', { workload: { roundTripMs: 0.5 } }],
    ['workload.clientPortBytesPerSec', '1.25 GB/s', { workload: { clientPortBytesPerSec: 1.25e9 } }],
    ['workload.clientPortBytesPerSec', '1.5 Gbit/s', { workload: { clientPortBytesPerSec: 187_500_000 } }],
    ['workload.clientPortBytesPerSec', '125000000', { workload: { clientPortBytesPerSec: 1.25e8 } }],
    ['workload.connections.attemptsPerSec', '1k/s', { workload: { connections: { attemptsPerSec: 1000 } } }],
    ['workload.consumerGroups.0.laggingShare', '25 %', { workload: { consumerGroups: [{ laggingShare: 0.25 }] } }],
    ['validation.scale', '1.125', { validation: { scale: 1.125 } }],
    ['deployment.asOf', '2026-03', { deployment: { asOf: '2026-03' } }],
    ['name', '12', { name: '12' }],
    ['validation.scale', '0.1', { validation: { scale: 0.1 } }],
  ])('%s to %s', (path, value, expected) => {
    expect(set(path, value)).toMatchObject(expected)
  })

  it('accepts a ratio as percent if the producer compresses', () => {
    const packed = setScenarioField(whitePaper, 'workload.producers.0.compression', 'lz4')
    const outcome = check(scenario, setScenarioField(packed, 'workload.producers.0.compressionRatio', '50 %'))
    expect(outcome).toMatchObject({ ok: true, value: { workload: { producers: [{ compressionRatio: 0.5 }] } } })
  })

  it('reads a compression ratio as people say it, and a peak as a multiple of the average', () => {
    const packed = setScenarioField(whitePaper, 'workload.producers.0.compression.type', 'lz4')
    const smaller = setScenarioField(packed, 'workload.producers.0.compressionRatio', '4:1')
    const average = setScenarioField(smaller, 'workload.producers.0.averageRecordsPerSec', '40k/s')
    const outcome = check(scenario, setScenarioField(average, 'workload.producers.0.peakRecordsPerSec', '3x'))
    expect(outcome).toMatchObject({
      ok: true,
      value: { workload: { producers: [{ compressionRatio: 0.25, peakRecordsPerSec: 120_000 }] } },
    })
  })

  it('reads consumers in total, and the share of the most frequent key', () => {
    const groups = setScenarioField(whitePaper, 'workload.consumerGroups.0.count', '5')
    const total = setScenarioField(groups, 'workload.consumerGroups.0.members', '60 in total')
    const keyed = setScenarioField(
      total,
      'workload.producers.0.keys',
      '{"kind":"zipf","distinct":1000000,"exponent":1}',
    )
    const skewed = setScenarioField(keyed, 'workload.producers.0.keys.exponent', '8 %')
    expect(skewed).toMatchObject({
      workload: {
        consumerGroups: [{ count: 5, members: 12 }],
        producers: [{ keys: { exponent: expect.closeTo(1.02, 1) } }],
      },
    })
  })

  it('does not change the given scenario', () => {
    const before = structuredClone(whitePaper)
    setScenarioField(whitePaper, 'workload.topics.0.partitions', 1)
    expect(whitePaper).toEqual(before)
  })

  it('does not read what another field counts', () => {
    expect(set('workload.topics.0.partitions', '12 topics')).toEqual([
      { place: 'workload.topics[0].partitions', message: 'expected a number (found "12 topics")' },
    ])
  })

  it('leaves refusing the value to the schema', () => {
    expect(set('workload.topics.0.partitions', 'many')).toEqual([
      {
        place: 'workload.topics[0].partitions',
        message: 'expected a number (found "many")',
      },
    ])
  })

  it.each([
    ['workload.producers.0.peakRecordsPerSec', '60.000', 'can mean thousands or decimals'],
    ['workload.producers.0.peakRecordsPerSec', '60.000/s', 'can mean thousands or decimals'],
    ['workload.producers.0.peakRecordsPerSec', '1,5k/s', 'write 1.5k/s'],
    ['workload.producers.0.peakRecordsPerSec', '1e999', 'write it like 60,000 records/s'],
    ['workload.producers.0.peakRecordsPerSec', '3x', 'is a multiple of the average rate, which is not given'],
    ['workload.consumerGroups.0.members', 'x in total', 'is not a count'],
    ['workload.producers.0.recordValueBytes', '16.000', 'can mean thousands or decimals'],
    ['workload.producers.0.lingerMs', '1.500', 'can mean thousands or decimals'],
    ['workload.topics.0.partitions', '1.000', 'can mean thousands or decimals'],
    ['workload.clientPortBytesPerSec', '50 Mb/s', 'can mean bytes or bits'],
    ['workload.clientPortBytesPerSec', '1,5 GB/s', 'write 1.5 GB/s'],
  ])('says how %s is written instead of "%s", in the words of its unit', (path, text, words) => {
    const change = { path, value: text }
    const outcome = check(scenario, setScenarioField(whitePaper, path, text))
    const problems = outcome.ok ? [] : inWordsOfUnits(outcome.problems, [change])
    expect(problems).toEqual([{ place: formatPath(pathOf(path)), message: expect.stringContaining(words) }])
  })

  it('says how to write a compression ratio above 1', () => {
    const change = { path: 'workload.producers.0.compressionRatio', value: '2.2' }
    const packed = setScenarioField(whitePaper, 'workload.producers.0.compression', 'lz4')
    const outcome = check(scenario, setScenarioField(packed, change.path, change.value))
    const problems = outcome.ok ? [] : inWordsOfUnits(outcome.problems, [change])
    expect(problems.map(({ message }) => message)).toEqual([
      'expected at most 1, compressed bytes / uncompressed bytes; write 2.2:1 if compression divides the bytes by it',
    ])
  })

  it('suggests near values for a sweep, too', () => {
    expect(() => readFieldText('deployment.siz', '1')).toThrow(
      expect.objectContaining({ remedy: 'Did you mean deployment.size?' }),
    )
  })

  it.each([
    ['workload.topics.0.partitons', 'Did you mean workload.topics.0.partitions?'],
    ['workload.producers.0.peak', 'workload.producers.0.peakRecordsPerSec'],
    ['workload.topic.0.partitions', 'Did you mean workload.topics?'],
    ['workload.topics.3.partitions', 'workload.topics is a list: it has 1, numbered from 0.'],
    ['workload.topics.first.partitions', 'is a list'],
    ['workload.topics.0.partitions.x', 'is a single value'],
    ['', 'Name a field'],
    ['__proto__.polluted', 'A scenario has no field'],
    ['constructor', 'A scenario has no field'],
  ])('refuses the path "%s" and suggests near ones', (path, remedy) => {
    expect(problemOf(path)).toContain('SCENARIO_INVALID')
    expect(problemOf(path)).toContain(remedy)
  })
})
