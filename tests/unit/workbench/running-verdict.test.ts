import { describe, expect, it, vi } from 'vitest'
import { verdictSoFar } from '../../../src/evidence/verdict-so-far.ts'
import * as histogramCounts from '../../../src/measurement/histogram-counts.ts'
import { RunningVerdict } from '../../../src/workbench/validation/running-verdict.ts'
import { underQuota } from '../measurement/simulated-result.ts'
import { type RunShape, simulateRun } from '../measurement/simulated-run.ts'
import { exampleSample, runningRecord } from './example-run.ts'

const run = runningRecord('r1')
const samplesOf = (count: number) => Array.from({ length: count }, (_, second) => exampleSample(run, second))

/** The verdict after so many seconds, asked for every four of them as a session does. */
function judged(count: number) {
  const verdict = new RunningVerdict()
  const all = samplesOf(count).map((sample) => {
    verdict.add(run.plan, sample)
    return sample.second % 4 === 0 ? verdict.judge(run) : null
  })
  return { verdict, all }
}

describe('the verdict of a run in progress', () => {
  it.each([12, 43, 66, 110])('is that of its samples after %i s', (count) => {
    const verdict = new RunningVerdict()
    const samples = samplesOf(count)
    for (const sample of samples) verdict.add(run.plan, sample)
    expect(verdict.judge(run)).toEqual(verdictSoFar(run, samples))
  })

  it('is made again when there are a tenth more samples', () => {
    const { verdict, all } = judged(101)
    const made = new Set(all.filter((each) => each !== null))
    expect(made.size).toBeGreaterThan(3)
    expect(made.size).toBeLessThan(12)
    expect(verdict.judge(run)).toBe(all.at(-1))
  })

  it('stays as it was after 600 samples', () => {
    const { verdict } = judged(600)
    const last = verdict.judge(run)
    for (const sample of samplesOf(700).slice(600)) verdict.add(run.plan, sample)
    expect(last).not.toBeNull()
    expect(verdict.judge(run)).toBe(last)
  })

  it.each<RunShape>([
    {},
    underQuota,
    { readPerSec: 1500, lostPerSec: 3, duplicatesPerSec: 2 },
    { serviceUs: (second) => 1000 + second * 1000 },
    { cutAtSecond: 75 },
  ])('is the same with and without latencies, which it does not unpack, run %#', (shape) => {
    const { plan, samples } = simulateRun({ durationSeconds: 120, drainSeconds: 0, ...shape })
    const measured = { ...run, plan }
    const expected = verdictSoFar(measured, samples)
    const reads = vi.spyOn(histogramCounts, 'readHistogramCounts')
    const verdict = new RunningVerdict()
    for (const sample of samples) verdict.add(plan, sample)
    expect(verdict.judge(measured)).toEqual(expected)
    expect(expected).not.toBeNull()
    expect(reads).not.toHaveBeenCalled()
    reads.mockRestore()
  })
})
