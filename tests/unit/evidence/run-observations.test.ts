import { describe, expect, it } from 'vitest'
import { limitBand } from '../../../src/capacity/limit-band.ts'
import { expectedBands, solve } from '../../../src/capacity/solve.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import type { KnownFigures } from '../../../src/contracts/imported-run.ts'
import type { Limiter } from '../../../src/contracts/limiters.ts'
import type { PredictionContext } from '../../../src/contracts/prediction-context.ts'
import type { MeasuredRecord, RunRecord } from '../../../src/contracts/run-record.ts'
import type { Overlay } from '../../../src/contracts/verdict.ts'
import { runObservations } from '../../../src/evidence/run-observations.ts'
import { dedicated, shippedOffering, smallScenario } from '../capacity/known-files.ts'
import { table } from './known-offerings.ts'
import { importedServiceRun, serviceRun } from './known-runs.ts'

const run = serviceRun('run', 66e6)
const hosts = shippedOffering('apache-kafka-on-hosts')

function observed(record: RunRecord) {
  const [observation] = runObservations(dedicated, [record])
  if (observation === undefined) throw new Error('the run gives an observation')
  return observation
}

/** What is wrong with a run, by its one problem. */
function problemOf(record: RunRecord, model = dedicated): string {
  try {
    runObservations(model, [record])
    return 'nothing'
  } catch (error) {
    return AppError.from(error)
      .problems.map(({ place, message }) => `${place}: ${message}`)
      .join('\n')
  }
}

function withOverlay(change: Partial<Overlay>): MeasuredRecord {
  if (run.overlay === null) throw new Error('the run has a verdict')
  return { ...run, overlay: { ...run.overlay, ...change } }
}

/** A run of `table`, throttled in these shares of its seconds. */
function throttled(producerSecondsFraction: number, consumerSecondsFraction: number): MeasuredRecord {
  const record = serviceRun('run', 66e6, { offering: table.id })
  if (record.result === null) throw new Error('the run has a result')
  const throttle = { maxMs: 9, producerSecondsFraction, consumerSecondsFraction }
  return { ...record, result: { ...record.result, throttle } }
}

describe('a run as an observation', () => {
  it('is its steady wire ingress, predicted as the limit of its scenario', () => {
    const { id, unit, value, isCensored, predict } = observed(run)
    expect({ id, unit, value, isCensored }).toEqual({ id: 'run', unit: 'wire bytes/s', value: 66e6, isCensored: false })
    expect(predict(dedicated)).toEqual(limitBand(solve(run.scenario, dedicated), 'ingressWireBytesPerSec'))
  })

  it('is what predictions count: without the framing of requests', () => {
    if (run.result === null) throw new Error('the run has a result')
    const framing = { ingressShare: 0.25, egressShare: 0.1 }
    expect(observed({ ...run, result: { ...run.result, framing } }).value).toBeCloseTo(49.5e6)
  })

  it.each<[string, RunRecord]>([
    ['it did not reach the limit', withOverlay({ limitReached: false })],
    ['its clients held it', withOverlay({ marks: ['client-bound'] })],
    ['its offered load held it', withOverlay({ marks: ['declared capacity', 'censored'] })],
    ['it has no verdict', { ...run, overlay: null }],
  ])('is a lower bound if %s, predicted as the rate that was expected', (_why, record) => {
    const { isCensored, predict } = observed(record)
    expect(isCensored).toBe(true)
    expect(predict(dedicated)).toEqual(expectedBands(solve(run.scenario, dedicated)).ingressWireBytesPerSec)
  })

  it('is no lower bound because of other marks', () => {
    expect(observed(withOverlay({ marks: ['scaled', 'partial'] })).isCensored).toBe(false)
  })

  it('is no lower bound on hosts if its clients waited for responses, and a connection of theirs is what binds', () => {
    const waiting = (clients: number, limiter: Limiter) => {
      const producer = { peakRecordsPerSec: 50_000, clients, lingerMs: 0, batchBytes: 1_000, maxInFlight: 1 }
      const deployment = { offering: hosts.id, size: 3, tier: 'm5.2xlarge', asOf: '2020-01' }
      const record = { ...serviceRun('run', 1e5), scenario: smallScenario({ producer, deployment }) }
      if (record.result === null || record.overlay === null) throw new Error('the run has a result and a verdict')
      const diagnosis = { ...record.result.diagnosis, limiter }
      const overlay: Overlay = { ...record.overlay, limitReached: false, marks: ['censored', 'client-bound'] }
      const [observation] = runObservations(hosts, [{ ...record, overlay, result: { ...record.result, diagnosis } }])
      return observation?.isCensored
    }
    expect(waiting(1, 'network')).toBe(false)
    expect(waiting(1, 'client')).toBe(true)
    expect(waiting(1, 'nothing')).toBe(true)
    // So many connections that the brokers bind first.
    expect(waiting(5_000, 'network')).toBe(true)
  })

  it('is predicted for the scale and the brokers of its target', () => {
    const likelyAt = (target: Partial<MeasuredRecord['target']>) =>
      observed(serviceRun('run', 66e6, { target })).predict(dedicated).likely
    const limitAt = (context: Partial<PredictionContext>) =>
      limitBand(solve(run.scenario, dedicated, context), 'ingressWireBytesPerSec').likely
    expect(likelyAt({ scale: 0.5 })).toBe(limitAt({ capacityScale: 0.5 }))
    expect(likelyAt({ scale: 0.5 })).toBeLessThan(0.6 * likelyAt({}))
    expect(likelyAt({ brokers: 2 })).toBe(limitAt({ brokers: 2 }))
  })

  it('of another tool is the first of payload, records and wire bytes that the tool reported', () => {
    const record = importedServiceRun('run', 50e6)
    const reported = (change: Partial<KnownFigures>) => {
      const figures = { ...record.observations.figures, ...change }
      const { value, unit } = observed({ ...record, observations: { ...record.observations, figures } })
      return [value, unit]
    }
    const others = { recordsPerSec: 9, ingressWireBytesPerSec: 8 }
    expect(reported(others)).toEqual([50e6, 'payload bytes/s'])
    expect(reported({ ...others, ingressPayloadBytesPerSec: null })).toEqual([9, 'records/s'])
    expect(reported({ ...others, ingressPayloadBytesPerSec: 0 })).toEqual([9, 'records/s'])
    expect(reported({ ingressPayloadBytesPerSec: null, ingressWireBytesPerSec: 8 })).toEqual([8, 'wire bytes/s'])
  })
})

describe('a run that cannot calibrate a model', () => {
  it('measured nothing, or nothing steady, or no rate', () => {
    const { result } = run
    if (result === null) throw new Error('the run has a result')
    expect(problemOf({ ...run, result: null, status: 'failed' })).toBe('run: it measured nothing (failed)')
    expect(problemOf({ ...run, result: { ...result, steady: null } })).toBe('run: it has no steady window')
    expect(problemOf(serviceRun('run', 0))).toBe('run: it measured no rate')
    expect(problemOf(importedServiceRun('run', 0))).toBe('run: it measured no rate')
    expect(problemOf(run)).toBe('nothing')
  })

  it('is of another model, of quotas, of simulated brokers or of no scenario', () => {
    expect(problemOf(run, table)).toBe('run: it is a run of confluent-cloud-dedicated')
    expect(problemOf({ ...importedServiceRun('run', 1), scenario: null })).toBe(
      'run: it was imported without a scenario',
    )
    expect(problemOf(serviceRun('run', 1, { target: { isDeclaredCapacity: true } }))).toContain('nothing but these')
    expect(problemOf(serviceRun('run', 1, { target: { kind: 'embedded:simulated' } }))).toContain('limit nothing')
  })

  it('was throttled by a quota in half of its seconds, in either direction, unless the model is of quotas', () => {
    expect(problemOf(throttled(0.5, 0), table)).toContain('throttled the clients in 50 % of the seconds')
    expect(problemOf(throttled(0.1, 0.6), table)).toContain('throttled the clients in 60 % of the seconds')
    expect(problemOf(throttled(0.49, 0.49), table)).toBe('nothing')
    const { result } = throttled(0.9, 0.9)
    expect(problemOf({ ...run, result })).toBe('nothing')
  })

  it('is named several times and reported once', () => {
    const all = () => runObservations(dedicated, [run, run, run, serviceRun('other', 1e6)])
    expect(all).toThrow('These runs cannot calibrate Confluent Cloud Dedicated.')
    try {
      all()
    } catch (error) {
      expect(AppError.from(error).problems).toEqual([{ place: 'run', message: 'this run is named more than once' }])
      expect(AppError.from(error).action).toMatchObject({ command: 'headroom runs list' })
    }
  })
})
