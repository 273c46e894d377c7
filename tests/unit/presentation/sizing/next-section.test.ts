import { describe, expect, it } from 'vitest'
import type { LimitAnswer } from '../../../../src/planning/limit-answer.ts'
import type { NextMeasurement } from '../../../../src/planning/next-measurement.ts'
import { paintTerminalBlocks } from '../../../../src/presentation/painters/terminal-painter.ts'
import { commandsOf, nextSection } from '../../../../src/presentation/sizing/next-section.ts'
import { first } from '../../capacity/known-files.ts'

const wide: LimitAnswer = { limit: { low: 4e6, likely: 20e6, high: 64e6 }, widthFactor: 4, chanceMet: 0.49 }
const narrow: LimitAnswer = { limit: { low: 17e6, likely: 19e6, high: 21e6 }, widthFactor: 1.12, chanceMet: 0.97 }

const run: NextMeasurement['runs'][number] = {
  law: 'producer-pipeline',
  widthShare: 0.45,
  changes: [
    { path: 'workload.producers.0.clients', value: 4 },
    { path: 'workload.producers.0.peakRecordsPerSec', value: 63_000 },
    { path: 'workload.consumerGroups', value: [] },
  ],
  scenario: first,
  after: narrow,
  decides: 0.6,
  reachesLimit: 0.96,
  durationMs: 110_000,
  cost: { records: 6_900_000, writtenBytes: 7e9, readBytes: 0, diskBytes: 21e9 },
}

const next: NextMeasurement = { figure: 'ingressWireBytesPerSec', now: wide, runs: [run], nothing: null, made: null }
const given = { words: ['my orders.headroom.json', '--size', '2'], offering: 'apache-kafka-on-hosts' }
/** Lines are broken at 100 columns at most. */
const text = (of: NextMeasurement) => paintTerminalBlocks(nextSection(of, given).blocks, 300).replace(/\s+/g, ' ')

describe('the section on what to measure next', () => {
  it('has the answer before and after, the length, the cost and the chance to reach the limit', () => {
    expect(text(next)).toContain('carry 4–64 MB/s in (÷/× 4), and the chance that the load is met is 49 %')
    expect(text(next)).toContain(
      'A run of 1 min 50 s on your cluster, at the limit of producer pipeline, narrows the answer from ÷/× 4 to about ÷/× 1.12.',
    )
    expect(text(next)).toContain('with 4 producer clients of order service and no consumer group.')
    expect(text(next)).toContain('writes at most 7 GB in 6,900,000 records. Services')
    expect(text(next)).toContain('at most 21 GB of disk')
    expect(text(next)).toContain('with a chance of 96 %')
    expect(text(next)).toContain('In 60 % of the outcomes, the chance that the load is met is below 5 % or above 95 %')
  })

  it('writes out the commands of the run, its calibration and the prediction after it', () => {
    expect(commandsOf(run, given)).toEqual([
      "headroom validate 'my orders.headroom.json' --size 2 --set workload.producers.0.clients=4 --set workload.producers.0.peakRecordsPerSec=63000 --set 'workload.consumerGroups=[]' --target client.properties",
      'headroom models calibrate apache-kafka-on-hosts --runs last --name measured',
      "headroom predict 'my orders.headroom.json' --size 2 --calibration measured",
    ])
    expect(text(next)).toContain('headroom models calibrate')
    expect(paintTerminalBlocks(nextSection(next).blocks, 300)).not.toContain('headroom models calibrate')
  })

  it('does not say what a run decides where the load is surely not met already', () => {
    expect(text({ ...next, now: { ...wide, chanceMet: 0.01 } })).not.toContain('of the outcomes')
  })

  it('ranks several runs, and needs no table for one', () => {
    expect(text(next)).not.toContain('The runs that narrow it most')
    const other = { ...run, law: 'processors' as const, after: { ...narrow, widthFactor: 3 } }
    const both = text({ ...next, runs: [run, other] })
    expect(both).toContain('The runs that narrow it most')
    expect(both).toMatch(/Processors[\s\S]*÷\/× 3\b/)
  })

  it('shows the answer before and after runs of the user’s own side by side', () => {
    const made = { calibration: 'ours', laws: [{ law: 'network' as const, runs: 2 }], before: wide }
    const shown = text({ ...next, now: narrow, runs: [], nothing: 'narrow', made })
    expect(shown).toContain('Before and after your runs (network: 2 runs)')
    expect(shown).toMatch(/Published clusters\s+4–64 MB\/s\s+÷\/× 4\s+49 %/)
    expect(shown).toMatch(/Calibration ours\s+17–21 MB\/s\s+÷\/× 1\.12\s+97 %/)
  })

  it('says why there is nothing to measure', () => {
    const nothing = (why: NonNullable<NextMeasurement['nothing']>, now: LimitAnswer | null = wide) =>
      text({ ...next, now, runs: [], nothing: why })
    expect(nothing('declared-limits', null)).toContain('the vendor declares its limits')
    expect(nothing('one-width', null)).toContain('one band for all limits')
    expect(nothing('refused', null)).toContain('refuses')
    expect(nothing('load-fits', narrow)).toContain('the chance that the load is met is 97 %')
    expect(nothing('narrow', narrow)).toContain('÷/× 1.12')
    expect(nothing('out-of-reach')).toContain('does not measure limits on reading')
  })
})
