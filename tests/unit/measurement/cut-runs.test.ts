import { describe, expect, it } from 'vitest'
import { result as resultSchema } from '../../../src/contracts/result.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { computeResult, type ResultOptions } from '../../../src/measurement/compute-result.ts'
import { resultOf, underQuota } from './simulated-result.ts'
import { type RunShape, simulateRun } from './simulated-run.ts'

describe('a run that was cut short', () => {
  it('gives a result with what it has, and counts nothing as lost', () => {
    const result = resultOf({ ...underQuota, cutAtSecond: 60, readPerSec: 1100 })
    expect(result.steadyWindow).toMatchObject({ windows: 3, doubt: 'too-short' })
    expect(result.steady?.recordsPerSec.mean).toBe(1200)
    expect(result.accounting.isClosed).toBe(true)
    expect(result.accounting.groups.every((group) => group.lostRecords === 0 && group.unreadRecords > 0)).toBe(true)
  })

  it('calls nothing lost that its groups had no time to read, even if the lag that they last reported was smaller', () => {
    const groupOf = (shape: RunShape, options: ResultOptions = {}) => {
      const { plan, samples } = simulateRun({ ...shape, readPerSec: 1900 })
      const behind = samples.map((sample) => ({
        ...sample,
        consumers: sample.consumers.map((each) => ({ ...each, lagRecords: 0 })),
      }))
      const [group] = computeResult(plan, behind, options).accounting.groups
      return { lostRecords: group?.lostRecords, unreadRecords: group?.unreadRecords }
    }
    // 2,000 records a second are written, and 1,900 read.
    const [unread, lost] = [60 * 100, 110 * 100 - 5 * 1900]
    const cut = { cutAtSecond: 60 }
    expect(groupOf(cut)).toEqual({ lostRecords: 0, unreadRecords: unread })
    // A run that waited for its consumers has read what there was, and one that did not says so.
    expect(groupOf(cut, { isCutShort: false })).toEqual({ lostRecords: unread, unreadRecords: 0 })
    const drained = { drainSeconds: 5 }
    expect(groupOf(drained)).toEqual({ lostRecords: lost, unreadRecords: 0 })
    expect(groupOf(drained, { isCutShort: true })).toEqual({ lostRecords: 0, unreadRecords: lost })
    // The last records of a lost client are unknown, however long the others went on.
    expect(groupOf(drained, { isClientLost: true, isCutShort: false })).toEqual({ lostRecords: 0, unreadRecords: lost })
  })

  it('does not include the seconds after the load was stopped in its rates', () => {
    const { plan, samples } = simulateRun({ cutAtSecond: 60 })
    const idle = samples.slice(0, 5).map((sample, index) => ({
      ...sample,
      second: 60 + index,
      startedAtEpochMs: sample.startedAtEpochMs + 60_000,
      producers: sample.producers.map((producer) => ({
        ...producer,
        offeredRecords: 0,
        acceptedRecords: 0,
        ackedRecords: 0,
        ackedPayloadBytes: 0,
        wireBytes: 0,
      })),
      consumers: [],
    }))
    expect(computeResult(plan, [...samples, ...idle]).wholeRun.recordsPerSec).toBe(2000)
  })

  it('gives a result without any samples', () => {
    const { plan } = simulateRun({})
    const result = computeResult(plan, [])
    expect(result.steady).toBeNull()
    expect(result.diagnosis).toMatchObject({ limiter: 'unknown', sentence: 'No load was offered.' })
    expect(resultSchema.parse(result)).toEqual(result)
  })

  it('tolerates one lost second in a window, names it and leaves the accounting open', () => {
    const { plan, samples } = simulateRun({})
    const result = computeResult(
      plan,
      samples.filter((sample) => sample.second !== 40),
    )
    expect(result.steadyWindow.windows).toBe(8)
    expect(result.steady?.recordsPerSec.mean).toBe(2000)
    expect(result.accounting.isClosed).toBe(false)
    expect(result.accounting.gaps[0]).toBe('There is no sample of second 40; what happened then is not counted.')
  })

  it('counts a gap as a pause if the next sample contains what happened in it', () => {
    const { plan, samples } = simulateRun({ offeredPerSec: 1000 })
    const paused = samples.flatMap((sample) => {
      if (sample.second === 40 || sample.second === 41) return []
      if (sample.second !== 42) return [sample]
      const threefold = sample.producers.map((producer) => ({
        ...producer,
        offeredRecords: 3 * producer.offeredRecords,
        acceptedRecords: 3 * producer.acceptedRecords,
        ackedRecords: 3 * producer.ackedRecords,
      }))
      const consumers = sample.consumers.map((group) => ({ ...group, records: 3 * group.records }))
      return [{ ...sample, producers: threefold, consumers }]
    })
    const result = computeResult(plan, paused)
    expect(result.accounting).toMatchObject({ isClosed: true, gaps: [] })
    expect(result.wholeRun.recordsPerSec).toBe(2000)
  })

  it('leaves out a window with more lost seconds', () => {
    const { plan, samples } = simulateRun({})
    const result = computeResult(
      plan,
      samples.filter((sample) => sample.second < 40 || sample.second > 44),
    )
    expect(result.steadyWindow).toMatchObject({ windows: 7, doubt: 'too-short' })
  })

  it('counts a late sample as late, not as a lost second', () => {
    const { plan, samples } = simulateRun({})
    const late = samples.flatMap((sample) => {
      if (sample.second === 40) return []
      const isLate = sample.second === 41
      return isLate ? [{ ...sample, startedAtEpochMs: sample.startedAtEpochMs - 1000, durationMs: 2000 }] : [sample]
    })
    expect(computeResult(plan, late).accounting.gaps).toEqual([])
  })

  it('measures real time if one worker after another was slightly delayed', () => {
    const { plan, samples } = simulateRun({})
    // As a host merges them: the time is that of the report that began last.
    const jittered = samples.map((sample) => {
      const delayMs = sample.second % 4 === 0 ? 450 : 0
      return {
        ...sample,
        startedAtEpochMs: sample.startedAtEpochMs + delayMs,
        durationMs: sample.durationMs - delayMs,
      }
    })
    expect(computeResult(plan, jittered).steady?.recordsPerSec.mean).toBeCloseTo(2000, -1)
    expect(computeResult(plan, jittered).steadyWindow.doubt).toBeNull()
  })

  it('counts two samples with the same number as two seconds if one begins after the other', () => {
    const { plan, samples } = simulateRun({})
    const numbered = samples.map((sample) => (sample.second === 41 ? { ...sample, second: 40 } : sample))
    const result = computeResult(plan, numbered)
    expect(result.steady?.recordsPerSec).toMatchObject({ mean: 2000 })
    expect(result.accounting).toMatchObject({ isClosed: true, gaps: [] })
  })

  it('counts a second once if one worker reported it in time and another one late', () => {
    const { plan, samples } = simulateRun({})
    const [before, stalled] = [samples[40], samples[41]]
    if (before === undefined || stalled === undefined) throw new Error('two seconds expected')
    const doubled = (sample: Sample): Sample => ({
      ...sample,
      producers: [...before.producers.slice(1), ...sample.producers],
    })
    const late = samples.map((sample) => {
      if (sample.second === 40) return { ...sample, producers: sample.producers.slice(0, 1) }
      return sample.second === 41 ? doubled(sample) : sample
    })
    expect(computeResult(plan, late).steady?.recordsPerSec).toMatchObject({ mean: 2000 })
    expect(computeResult(plan, late).wholeRun).toEqual(computeResult(plan, samples).wholeRun)
  })
})
