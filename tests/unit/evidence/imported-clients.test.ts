import { describe, expect, it } from 'vitest'
import type { ImportedClient, KnownFigures } from '../../../src/contracts/imported-run.ts'
import type { Outputs } from '../../../src/contracts/samples-or-outputs.ts'
import type { TargetDescription } from '../../../src/contracts/target.ts'
import { clientsOf, latencyLabels, missingMetrics } from '../../../src/evidence/imported-clients.ts'

const part = (role: ImportedClient['role'], windows = 0) =>
  ({ role, windows: Array.from({ length: windows }, () => ({})) }) as unknown as ImportedClient

function run(repeats: readonly (readonly ImportedClient[])[], rest: Partial<Outputs> = {}): Outputs {
  const figures: KnownFigures = {
    ingressWireBytesPerSec: null,
    ingressPayloadBytesPerSec: null,
    egressWireBytesPerSec: null,
    egressPayloadBytesPerSec: null,
    recordsPerSec: null,
  }
  return {
    kind: 'outputs',
    files: [],
    repeats: repeats.map((parts) => ({ parts })) as unknown as Outputs['repeats'],
    figures,
    ...{ intervals: null, windows: null, toolVersion: null },
    ...rest,
  }
}

describe('the clients of an imported run', () => {
  it('are numbered by role, and by repeat if there are several', () => {
    const parts = [part('producer'), part('consumer'), part('producer')]
    expect(clientsOf(run([parts])).map(({ client }) => client)).toEqual(['producer 1', 'consumer 1', 'producer 2'])
    expect(clientsOf(run([parts, [part('consumer')]])).map(({ client }) => client)).toEqual([
      'repeat 1, producer 1',
      'repeat 1, consumer 1',
      'repeat 1, producer 2',
      'repeat 2, consumer 1',
    ])
    expect(clientsOf(run([parts]))[2]?.part).toBe(parts[2])
    expect(new Set(Object.values(latencyLabels)).size).toBe(4)
  })
})

describe('figures that imported files do not contain', () => {
  const beginnings = (observations: Outputs, target: TargetDescription | null = null) =>
    missingMetrics({ target, observations }).map((each) => each.split(/[:,]/)[0])
  const always = ['Response time', 'Whether every record arrived once', 'What held the rate']

  it('is everything that their tool did not report', () => {
    expect(beginnings(run([[]]))).toEqual([
      'The rate of writing',
      'The rate of reading',
      'Bytes on the wire',
      'How much the figures vary',
      'The course over time',
      ...always,
      'Where it ran',
    ])
  })

  it('is less if producers and consumers, wire bytes, records, intervals, windows or a target are known', () => {
    const { figures } = run([[]])
    const intervals = {} as Outputs['intervals']
    const whole = run([[part('producer', 1), part('consumer')]], {
      figures: { ...figures, ingressWireBytesPerSec: 1, recordsPerSec: 1 },
      intervals,
    })
    expect(beginnings(whole, {} as TargetDescription)).toEqual(always)
    const read = run([[part('consumer')]], { figures: { ...figures, egressWireBytesPerSec: 1 }, intervals })
    expect(beginnings(read)).toEqual(['The rate of writing', 'The course over time', ...always, 'Where it ran'])
    const written = run([[part('producer', 2)]], { intervals })
    expect(beginnings(written)).toEqual([
      'The rate of reading',
      'Bytes on the wire',
      'How many records were written',
      ...always,
      'Where it ran',
    ])
  })
})
