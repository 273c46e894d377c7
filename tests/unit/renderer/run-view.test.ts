import { describe, expect, it } from 'vitest'
import type { RunListEntry } from '../../../src/contracts/run-record.ts'
import { runSentence, soFarText } from '../../../src/renderer/features/validation/run-sentence.ts'
import {
  followRun,
  measuredNothing,
  openedRun,
  type RunView,
  rejoinedRun,
  startedRun,
  timelineOf,
  withLiveStatus,
} from '../../../src/renderer/features/validation/run-view.ts'
import { drawnPoints } from '../../../src/renderer/features/validation/use-drawn-points.ts'
import { knownImport } from '../presentation/known-import.ts'
import { knownRecord } from '../presentation/known-run.ts'

const point = {
  runId: 'r1',
  second: 0,
  offeredWireBytesPerSec: 10,
  ingressWireBytesPerSec: 9,
  egressWireBytesPerSec: 27,
  recordsPerSec: 3,
  throttleMs: 5,
  responseP99Us: 1000,
  lagRecords: 0,
  partitionSkew: 1,
  clientCpuCores: 0.2,
  brokerCpuCores: null,
}

function live(): RunView {
  return startedRun('r1', 22_000)
}

describe('the list of runs', () => {
  const entry = (id: string, status: RunListEntry['status']): RunListEntry => ({
    ...{ id, status, createdAtEpochMs: 1, scenarioName: 'Orders', targetLabel: 'embedded Apache Kafka' },
    ...{ verdict: null, sentence: '', tags: [], notes: '' },
  })
  const listed = [entry('r1', 'preparing'), entry('r0', 'partial')]

  it('calls the live run running from its first measured second on, not preparing', () => {
    expect(withLiveStatus(listed, live())).toEqual(listed)
    const measuring = followRun(live(), { event: 'validation.point', payload: point })
    expect(withLiveStatus(listed, measuring).map(({ status }) => status)).toEqual(['running', 'partial'])
  })
})

describe('the points with which a live run is drawn', () => {
  const seconds = Array.from({ length: 7_200 }, (_, second) => ({ second }))
  const drawnAt = (second: number) => seconds.slice(0, second)

  it('are all of them for ten minutes, and later lag behind by a small share of what is shown', () => {
    let drawn: readonly unknown[] = drawnAt(1)
    let [drawings, mostBehind] = [0, 0]
    for (let now = 2; now <= 7_200; now += 1) {
      const next = drawnPoints(drawn, drawnAt(now), true)
      if (next !== drawn) drawings += 1
      drawn = next
      mostBehind = Math.max(mostBehind, (now - drawn.length) / now)
      if (now <= 600) expect(drawn.length).toBe(now)
    }
    expect(mostBehind).toBeLessThan(1 / 600)
    expect(drawings).toBeLessThan(600 + 600 * Math.log(12) * 1.2)
  })

  it('are all of them when the run has ended, and change at once with the run', () => {
    expect(drawnPoints(drawnAt(7_000), drawnAt(7_003), false)).toHaveLength(7_003)
    expect(drawnPoints(drawnAt(7_000), [{ second: 0 }], true)).toHaveLength(1)
  })
})

describe('a live run', () => {
  it('is shown with its earlier points if it was live before the page was loaded, and followed from there', () => {
    const told = { preview: null, progress: null, preflight: null, diagnosis: null, verdictSoFar: null }
    const points = [point, { ...point, second: 1 }]
    const rejoined = rejoinedRun({ ...told, runId: 'r1', burnInMs: 8_000, points, notices: ['Kafka it is.'] })
    expect(rejoined).toMatchObject({
      isLive: true,
      burnInMs: 8_000,
      lastPoint: { second: 1 },
      notices: ['Kafka it is.'],
    })
    const run = followRun(rejoined, { event: 'validation.point', payload: { ...point, second: 2 } })
    expect(timelineOf(run).map(({ second }) => second)).toEqual([0, 1, 2])
  })

  it('gathers its points and notices and ignores those of other runs', () => {
    let run = followRun(live(), { event: 'validation.point', payload: point })
    run = followRun(run, { event: 'validation.point', payload: { ...point, runId: 'r2', second: 1 } })
    run = followRun(run, { event: 'validation.notice', payload: { runId: 'r1', message: 'Kafka it is.' } })
    expect(timelineOf(run)).toEqual([point])
    expect(run.lastPoint).toEqual(point)
    expect(run.notices).toEqual(['Kafka it is.'])
  })

  it('says what it does', () => {
    const progress = { runId: 'r1', phase: 'burn-in', message: 'Burn-in.', fraction: 0.1, leftMs: 9000 } as const
    expect(runSentence(live()).sentence).toBe('Preparing.')
    const burning = followRun(live(), { event: 'validation.progress', payload: progress })
    expect(runSentence(burning)).toEqual({
      verdict: null,
      sentence: 'Running: the burn-in does not count yet.',
      reason: 'Burn-in.',
    })
    expect(runSentence({ ...burning, isAborting: true }).sentence).toMatch(/kept/)
  })

  it('shows the verdict so far with its quota windows, and how many a verdict needs', () => {
    const soFar = { verdict: 'confirmed', reason: 'Confirmed: measured 99 MB/s, predicted 100.', windows: 3 } as const
    const diagnosis = { limiter: 'broker-throttle', sentence: 'The quota held.', evidence: [] } as const
    const payload = { runId: 'r1', diagnosis: { ...diagnosis, evidence: [] }, verdictSoFar: soFar }
    expect(followRun(live(), { event: 'validation.diagnosis', payload }).verdictSoFar).toEqual(soFar)
    expect(soFarText(soFar)).toBe(
      'measured 99 MB/s, predicted 100 (after 3 of the 8 quota windows that a verdict needs).',
    )
    expect(soFarText({ ...soFar, windows: 9 })).toBe('measured 99 MB/s, predicted 100 (after 9 quota windows).')
  })

  it('has measured nothing if it ended before its load', () => {
    const end = { runId: 'r1', record: null, error: null }
    expect(measuredNothing(live())).toBe(false)
    expect(measuredNothing(followRun(live(), { event: 'validation.ended', payload: end }))).toBe(true)
    const loaded = followRun(live(), { event: 'validation.point', payload: point })
    expect(measuredNothing(followRun(loaded, { event: 'validation.ended', payload: end }))).toBe(false)
  })

  it('that failed says why and what to do', () => {
    const error = { code: 'JAVA_MISSING', message: 'No Java.', remedy: 'Install Java 17.', problems: [] } as const
    const ended = followRun(live(), {
      event: 'validation.ended',
      payload: { runId: 'r1', record: null, error: { ...error, problems: [] } },
    })
    expect(ended.isLive).toBe(false)
    expect(runSentence(ended)).toEqual({
      verdict: { kind: 'failed', word: 'Failed' },
      sentence: 'No Java.',
      reason: 'The load had not begun: nothing was sent.\nInstall Java 17.',
    })
  })

  it('that failed reads the same when it is opened later, and says whether its load had begun', () => {
    const failed = { ...knownRecord, status: 'failed', endDetail: 'No Java.', result: null, overlay: null } as const
    const opened = (startedAtEpochMs: number | null) => runSentence(openedRun({ ...failed, startedAtEpochMs }, null))
    expect(opened(null)).toEqual({
      verdict: { kind: 'failed', word: 'Failed' },
      sentence: 'No Java.',
      reason: 'The load had not begun: nothing was sent.',
    })
    expect(opened(1).reason).toBe('Nothing was measured.')
  })

  it('that the user stopped is not called failed', () => {
    const stopped = { ...knownRecord, status: 'failed', endReason: 'user-abort', result: null, overlay: null } as const
    const record = { ...stopped, endDetail: 'The run was stopped. Nothing had been measured.' }
    const opened = (startedAtEpochMs: number | null) => runSentence(openedRun({ ...record, startedAtEpochMs }, null))
    const sentence = record.endDetail
    expect(opened(null)).toEqual({ verdict: null, sentence, reason: 'The load had not begun: nothing was sent.' })
    expect(opened(1)).toEqual({ verdict: null, sentence, reason: '' })
  })
})

describe('an imported run', () => {
  it('is opened like any run, with its verdict and reason in the words of the window', () => {
    const opened = openedRun(knownImport, null)
    expect([opened.isLive, opened.record]).toEqual([false, knownImport])
    const { verdict, sentence } = runSentence(opened)
    expect(verdict?.kind).toBe('not-proven')
    expect(sentence).toMatch(/^the imported files give one mean and no interval/)
    expect(sentence).not.toContain('--')
  })

  it('shows its figures if it was not compared with a prediction, and if an output is cut off', () => {
    const unlaid = { ...knownImport, overlay: null, prediction: null, scenario: null, offering: null }
    expect(runSentence(openedRun(unlaid, null)).sentence).toMatch(
      /^Imported from kafka-producer-perf-test .*MB\/s .* of payload in/,
    )
    expect(runSentence(openedRun({ ...unlaid, status: 'partial' }, null)).reason).toMatch(/ends before its summary/)
  })

  it('ends a validation that ran with Kafka’s own tools', () => {
    const { observations } = knownImport
    const record = { ...knownRecord, observations, result: null }
    const ended = followRun(live(), { event: 'validation.ended', payload: { runId: 'r1', record, error: null } })
    expect(ended.record).toBe(record)
    expect(runSentence(ended).verdict?.kind).toBe('confirmed')
  })
})
