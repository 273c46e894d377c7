import { describe, expect, it } from 'vitest'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { check } from '../../../src/contracts/parse.ts'
import { scenario } from '../../../src/contracts/scenario.ts'
import { whitePaper } from './known-files.ts'

function set(path: string, value: unknown) {
  const outcome = check(scenario, setScenarioField(whitePaper, path, value))
  return outcome.ok ? outcome.value : outcome.problems
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
    ['workload.topics[0].partitions', '3k', { workload: { topics: [{ partitions: 3000 }] } }],
    ['workload.producers.0.peakRecordsPerSec', '60k/s', { workload: { producers: [{ peakRecordsPerSec: 60_000 }] } }],
    ['workload.producers.0.recordValueBytes', '1 KiB', { workload: { producers: [{ recordValueBytes: 1024 }] } }],
    ['workload.producers.0.lingerMs', '20', { workload: { producers: [{ lingerMs: 20 }] } }],
    ['workload.producers.0.lingerMs', '1 s', { workload: { producers: [{ lingerMs: 1000 }] } }],
    ['workload.producers.0.isIdempotent', 'true', { workload: { producers: [{ isIdempotent: true }] } }],
    ['workload.producers.0.compression', 'lz4', { workload: { producers: [{ compression: 'lz4' }] } }],
    ['workload.producers.0.acks', '1', { workload: { producers: [{ acks: '1' }] } }],
    [
      'workload.producers.0.keys',
      '{"kind":"uniform","distinct":5}',
      { workload: { producers: [{ keys: { distinct: 5 } }] } },
    ],
    ['workload.roundTripMs', '0.5 ms', { workload: { roundTripMs: 0.5 } }],
    ['deployment.asOf', '2026-03', { deployment: { asOf: '2026-03' } }],
    ['name', '12', { name: '12' }],
    ['validation.scale', '0.1', { validation: { scale: 0.1 } }],
  ])('%s to %s', (path, value, expected) => {
    expect(set(path, value)).toMatchObject(expected)
  })

  it('leaves the scenario it was given as it was', () => {
    const before = structuredClone(whitePaper)
    setScenarioField(whitePaper, 'workload.topics.0.partitions', 1)
    expect(whitePaper).toEqual(before)
  })

  it('leaves it to the schema to refuse the value', () => {
    expect(set('workload.topics.0.partitions', 'many')).toEqual([
      {
        place: 'workload.topics[0].partitions',
        message: 'invalid input: expected number, received string (found "many")',
      },
    ])
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
  ])('refuses the path "%s" and names what is near', (path, remedy) => {
    expect(problemOf(path)).toContain('SCENARIO_INVALID')
    expect(problemOf(path)).toContain(remedy)
  })
})
