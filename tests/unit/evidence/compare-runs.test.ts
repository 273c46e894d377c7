import { describe, expect, it } from 'vitest'
import type { KnownFigures } from '../../../src/contracts/imported-run.ts'
import { check } from '../../../src/contracts/parse.ts'
import { runComparison } from '../../../src/contracts/run-comparison.ts'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { compareRuns } from '../../../src/evidence/compare-runs.ts'
import { knownImport } from '../presentation/known-import.ts'
import { knownResult } from '../presentation/known-result.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { refusal } from '../refusal.ts'

/** The known run with its records/s changed. */
function runAt(id: string, recordsPerSec: number, change: Partial<MeasuredRecord> = {}): MeasuredRecord {
  const steady = knownResult.steady
  if (steady === null) throw new Error('the known run has a steady window')
  const interval = { mean: recordsPerSec, low: recordsPerSec, high: recordsPerSec }
  return { ...knownRecord, id, result: { ...knownResult, steady: { ...steady, recordsPerSec: interval } }, ...change }
}

const four = [100, 102, 98, 100].map((rate, index) => runAt(`a${index}`, rate))
const otherFour = [110, 112, 108, 110].map((rate, index) => runAt(`b${index}`, rate))

describe('two sets of runs', () => {
  it('are compared in every measure that all of them have', () => {
    const comparison = compareRuns(four, otherFour)
    expect(check(runComparison, comparison).ok).toBe(true)
    expect(comparison.measures.map(({ measure }) => measure)).toContain('responseP99Us')
    const records = comparison.measures.find(({ measure }) => measure === 'recordsPerSec')
    expect(records?.sentence).toBe('different: +10 % (+7.2 % to +12.8 %)')
    const ingress = comparison.measures.find(({ measure }) => measure === 'ingressWireBytesPerSec')
    expect(ingress?.outcome).toBe('no-practical-difference')
    expect(comparison.doubts).toEqual([])
  })

  it('say in one sentence each what the comparison shows', () => {
    const sentenceOf = (left: readonly number[], right: readonly number[]) => {
      const [one, other] = [left, right].map((rates, set) => rates.map((rate, index) => runAt(`${set}-${index}`, rate)))
      const { measures } = compareRuns(one ?? [], other ?? [])
      return measures.find(({ measure }) => measure === 'recordsPerSec')?.sentence
    }
    const rates = [100, 102, 98, 100]
    expect(sentenceOf(rates, [100, 130, 90, 120])).toBe(
      'no difference shown: +10 % (−19.2 % to +39.2 %) lies within the spread of these runs',
    )
    expect(sentenceOf(rates, [101, 103, 99, 101])).toBe('no practical difference: +1 % (−1.8 % to +3.8 %)')
    expect(sentenceOf([100], [101])).toBe('less than 3 % apart, not tested')
    expect(sentenceOf([0, 0], [100])).toBe('not comparable: the first set measured nothing')
  })

  it('are doubtful if their scenarios differ within a set, and refused if a set is empty', () => {
    const [first] = four
    if (first === undefined) throw new Error('there are four runs')
    const larger = { ...first.scenario, deployment: { ...first.scenario.deployment, size: 3 } }
    const odd = runAt('odd', 100, { scenario: larger })
    expect(compareRuns([...four, odd], otherFour).doubts).toEqual([
      'The runs of the first set have different scenarios.',
    ])
    expect(compareRuns(four, [...otherFour, odd]).doubts).toEqual([
      'The runs of the second set have different scenarios.',
    ])
    const renamed = runAt('renamed', 100, { scenario: { ...first.scenario, name: 'Another name' } })
    expect(compareRuns([...four, renamed], otherFour).doubts).toEqual([])
    const unknown = { ...knownImport, scenario: null }
    expect(compareRuns([...four, unknown], otherFour).doubts).toContain(
      'The runs of the first set have different scenarios.',
    )
    expect(() => compareRuns([], four)).toThrow('cannot be compared')
    expect(() => compareRuns(four, [])).toThrow('cannot be compared')
  })

  it('with fewer than four runs each are described, and marked as not tested', () => {
    const { measures, doubts } = compareRuns(four, otherFour.slice(0, 3))
    const records = measures.find(({ measure }) => measure === 'recordsPerSec')
    expect(records?.sentence).toBe('+10 %, not tested')
    expect(doubts).toEqual(['A difference is tested from 4 runs per set on; these sets have 4 and 3.'])
  })

  it('have the wire bytes that the prediction counts, unless one of the runs has none of them', () => {
    const { overlay } = knownRecord
    if (overlay === null) throw new Error('the known run has a verdict')
    const counted = (mean: number) => ({
      overlay: {
        ...overlay,
        comparisons: overlay.comparisons.map((each) => ({ ...each, measured: { mean, low: mean, high: mean } })),
      },
    })
    const meanWith = (change: Partial<MeasuredRecord>) =>
      compareRuns([runAt('a', 100, counted(5e6))], [runAt('b', 100, change)]).measures.find(
        ({ measure }) => measure === 'ingressWireBytesPerSec',
      )?.one.mean
    expect(meanWith(counted(6e6))).toBe(5e6)
    expect(meanWith({ overlay: null })).toBe(knownResult.steady?.ingressWireBytesPerSec.mean)
  })

  it('leave out a latency that one run lacks', () => {
    const without = runAt('c', 100, { result: { ...knownResult, latency: { ...knownResult.latency, response: null } } })
    const { measures } = compareRuns(four, [without])
    expect(measures.map(({ measure }) => measure)).not.toContain('responseP99Us')
  })

  it('are compared with the reasons for doubt', () => {
    const elsewhere = { ...knownRecord.target, label: 'elsewhere', scale: 0.5 }
    const other = runAt('c', 100, { status: 'partial', target: elsewhere, result: { ...knownResult, steady: null } })
    const { doubts } = compareRuns(four, [other, runAt('d', 100)])
    expect(doubts).toEqual([
      'Runs that did not complete: c.',
      'Runs without a steady window, averaged over the whole load: c.',
      `The runs used different targets: ${knownRecord.target.label}; elsewhere.`,
      `The runs have different scales: ${knownRecord.target.scale}, 0.5.`,
      'A difference is tested from 4 runs per set on; these sets have 4 and 2.',
    ])
  })

  it('are named in doubts and problems as the caller names them', () => {
    const partial = runAt('c', 100, { status: 'partial' })
    const title = ({ id }: { readonly id: string }) => `“Orders c, run ${id}”`
    expect(compareRuns([partial], [runAt('d', 100)], title).doubts).toContain(
      'Runs that did not complete: “Orders c, run c”.',
    )
    const { problems } = refusal(() => compareRuns([partial, partial], [partial], title))
    expect(problems).toEqual([{ place: '“Orders c, run c”', message: 'this run is named more than once' }])
  })

  it('may be imported: compared in the figures that their tools reported, and marked as imported', () => {
    const nothing = {
      ingressWireBytesPerSec: null,
      ingressPayloadBytesPerSec: null,
      egressWireBytesPerSec: null,
      egressPayloadBytesPerSec: null,
      recordsPerSec: null,
    }
    const imported = (id: string, told: Partial<KnownFigures>) => {
      const observations = { ...knownImport.observations, figures: { ...nothing, ...told } }
      return { ...knownImport, id, observations }
    }
    const { measures, doubts } = compareRuns([runAt('a', 100)], [imported('i', { recordsPerSec: 110 })])
    expect(measures.map(({ measure }) => measure)).toEqual(['recordsPerSec'])
    expect(measures[0]?.sentence).toContain('+10 %')
    expect(doubts[0]).toBe('Imported runs, with the figures that their tools printed for the whole load: i.')
    // An imported run has no scale, and so no other one.
    expect(doubts.filter((doubt) => doubt.includes('scale'))).toEqual([])
    const [writer, reader] = [imported('w', { recordsPerSec: 1 }), imported('r', { egressPayloadBytesPerSec: 5 })]
    expect(compareRuns([writer], [reader])).toMatchObject({
      measures: [],
      doubts: [expect.stringMatching(/no figure/), expect.stringMatching(/^Imported/)],
    })
    expect(() => compareRuns([writer], [imported('n', {})])).toThrow('cannot be compared')
  })

  it('are refused with the names of all runs that are repeated or measured nothing', () => {
    const failed = runAt('f', 0, { result: null, status: 'failed' })
    expect(refusal(() => compareRuns([...four, failed], four.slice(0, 1)))).toMatchObject({
      code: 'INPUT_INVALID',
      problems: [{ place: 'a0' }, { place: 'f' }],
    })
  })
})
