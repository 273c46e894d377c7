import { describe, expect, it } from 'vitest'
import { explainMoves } from '../../../src/capacity/explain-calibration.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { calibration as schema } from '../../../src/contracts/calibration.ts'
import type { RunRecord } from '../../../src/contracts/run-record.ts'
import { applyCalibration, calibrate } from '../../../src/evidence/calibrate.ts'
import { dedicated } from '../capacity/known-files.ts'
import { table } from './known-offerings.ts'
import { importedServiceRun, serviceRun } from './known-runs.ts'

const made = (runs: readonly RunRecord[], parameterIds?: readonly string[]) =>
  calibrate(dedicated, {
    name: 'staging',
    createdAtEpochMs: 1_000,
    runs,
    ...(parameterIds === undefined ? {} : { parameterIds }),
  })

function refusal(work: () => unknown): string {
  try {
    work()
    return 'nothing was refused'
  } catch (error) {
    const { message, problems } = AppError.from(error)
    return [message, ...problems.map((each) => `${each.place}: ${each.message}`)].join('\n')
  }
}

describe('a calibration', () => {
  // 60 MB/s a CKU is declared as of 2026-03.
  const runs = [serviceRun('one', 66e6), serviceRun('two', 132e6, { size: 2 }), serviceRun('three', 66e6)]

  it('finds by how much a cluster’s capacity exceeds the declared one', () => {
    const { parameters, runErrors, publishedErrors } = made(runs)
    expect(parameters.map(({ id, before }) => [id, before])).toEqual([['burst.2026-03', 1]])
    expect(parameters[0]?.value).toBeCloseTo(1.1, 4)
    expect(runErrors.before).toBeCloseTo(1 - 1 / 1.1, 4)
    expect(runErrors.after).toBeLessThan(1e-4)
    expect(publishedErrors.after).toBe(publishedErrors.before)
  })

  it('lists every fitted figure with its prediction before and after, runs first', () => {
    const { figures = [], publishedPoints } = made(runs)
    expect(figures.slice(0, 3).map(({ id, kind, unit }) => [id, kind, unit])).toEqual([
      ['one', 'run', 'wire bytes/s'],
      ['two', 'run', 'wire bytes/s'],
      ['three', 'run', 'wire bytes/s'],
    ])
    expect(figures).toHaveLength(3 + publishedPoints)
    for (const { value, before, after } of figures.slice(0, 3)) {
      expect(before / value).toBeCloseTo(1 / 1.1, 4)
      expect(after / value).toBeCloseTo(1, 4)
    }
  })

  it('gives the reason why a parameter changed, and predictions made with it repeat the reason', () => {
    const calibration = made(runs)
    const reason = '3 runs (the model was 9.1 % too low) depend on it: a change of 1 % moves the prediction by 1 %.'
    expect(calibration.parameters[0]?.reason).toBe(reason)
    const [run] = runs
    if (run === undefined) throw new Error('no run')
    const prediction = predict(run.scenario, applyCalibration(dedicated, calibration))
    expect(explainMoves(prediction)).toEqual([`burst.2026-03 was 1 and is 1.1: ${reason}`])
    expect(explainMoves(predict(run.scenario, dedicated))).toEqual([])
  })

  it('by an earlier version, which stored no reasons, can still be applied', () => {
    const { figures: _figures, ...calibration } = made(runs)
    const parameters = calibration.parameters.map(({ reason: _reason, ...parameter }) => parameter)
    const applied = applyCalibration(dedicated, schema.parse({ ...calibration, parameters })).calibration
    expect([applied?.name, applied?.moves]).toEqual(['staging', undefined])
  })

  it('matches its schema, also after a round trip through JSON', () => {
    expect(schema.parse(JSON.parse(JSON.stringify(made(runs))))).toEqual(made(runs))
  })

  it('has an interval as wide as the spread of the runs', () => {
    const wide = [serviceRun('one', 60e6), serviceRun('two', 72e6), serviceRun('three', 66e6)]
    const [parameter] = made(wide).parameters
    const [close] = made(runs).parameters
    expect(parameter?.interval.low).toBeLessThan(1)
    expect(parameter?.interval.high).toBeGreaterThan(1.2)
    expect(close?.interval.high).toBeLessThan(1.15)
  })

  it('changes predictions without changing the model itself', () => {
    const before = structuredClone(dedicated)
    const [run] = runs
    if (run === undefined) throw new Error('no run')
    const likely = (model: typeof dedicated) => predict(run.scenario, model).expected.ingressWireBytesPerSec.likely
    expect(likely(applyCalibration(dedicated, made(runs))) / likely(dedicated)).toBeCloseTo(1.1, 4)
    expect(dedicated).toEqual(before)
  })

  it('also corrects a model whose limit lies above the offered load', () => {
    const slow = [serviceRun('one', 45e6), serviceRun('two', 90e6, { size: 2 })]
    expect(made(slow).parameters[0]?.value).toBeCloseTo(0.75, 4)
  })

  it('uses imported runs with the figure that their tool reported', () => {
    const [run] = runs
    if (run === undefined) throw new Error('no run')
    const { likely } = predict(run.scenario, dedicated).expected.ingressPayloadBytesPerSec
    const imported = ['a', 'b'].map((id) => importedServiceRun(id, 1.2 * likely))
    // Batches fill a little with the rate, so payload grows slightly faster than the wire bytes that are limited.
    expect(made(imported).parameters[0]?.value).toBeCloseTo(1.2, 2)
    const [bare] = imported.map((each) => ({ ...each, scenario: null }))
    expect(refusal(() => made(bare === undefined ? [] : [bare]))).toContain('a: it was imported without a scenario')
  })

  it('uses a run that met its offered load only as a lower bound', () => {
    const withBound = (rate: number) => [...runs, serviceRun('bound', rate, { limitReached: false })]
    const below = made(withBound(50e6))
    expect(below.parameters[0]?.value).toBeCloseTo(1.1, 4)
    expect(below.runs.at(-1)).toEqual({ id: 'bound', isCensored: true })
    expect(made(withBound(80e6)).parameters[0]?.value).toBeGreaterThan(1.11)
  })
})

describe('a calibration is refused', () => {
  it('if fewer than two runs reached a limit', () => {
    const censored = [
      serviceRun('one', 50e6, { limitReached: false }),
      serviceRun('two', 50e6, { limitReached: false }),
    ]
    expect(refusal(() => made(censored))).toMatch(/^Too few runs: .* two runs .* and none of them did/)
    expect(refusal(() => made([serviceRun('one', 66e6)]))).toContain('1 of 1 did')
  })

  it('naming every run that says nothing about the model', () => {
    const useless = [
      serviceRun('quotas', 66e6, { target: { kind: 'embedded:kafka', isDeclaredCapacity: true } }),
      serviceRun('simulated', 66e6, { target: { kind: 'embedded:simulated' } }),
      serviceRun('other', 66e6, { offering: 'aws-msk-express' }),
      { ...serviceRun('empty', 66e6), result: null },
      serviceRun('twice', 66e6),
      serviceRun('twice', 66e6),
    ]
    const text = refusal(() => made(useless))
    expect(text).toContain('quotas: its cluster enforced the declared limits')
    expect(text).toContain('simulated: simulated brokers limit nothing')
    expect(text).toContain('other: it is a run of aws-msk-express')
    expect(text).toContain('empty: it measured nothing')
    expect(text).toContain('twice: this run is named more than once')
  })

  it('if there are fewer than two figures per parameter', () => {
    const runs = [serviceRun('one', 66e6), serviceRun('two', 132e6, { size: 2 })]
    expect(refusal(() => made(runs, ['burst.2026-03', 'burst.2024-12']))).toContain('saturated')
  })

  it('if the runs leave a parameter open, with its range and a run that would constrain it', () => {
    const apart = [serviceRun('slow', 20e6), serviceRun('fast', 600e6)]
    const text = refusal(() => made(apart))
    expect(text).toMatch(/^These runs do not constrain what is to be fitted of Confluent Cloud Dedicated\.\n/)
    expect(text).toMatch(
      /\nburst\.2026-03: the runs leave it anywhere between [\d.e+-]+ and [\d,.e+]+ ratio \(95 %\)\. /,
    )
    expect(text).toContain('A run at its limit with the same load once more would constrain it: there 1 % of it moves')
    expect(refusal(() => made([...apart, serviceRun('third', 66e6)]))).toContain('do not constrain')
  })

  it('of hosts with a run that a quota held, which is no limit of theirs', () => {
    const held = (fraction: number) => {
      const run = serviceRun('held', 66e6, { offering: table.id })
      if (run.result === null) throw new Error('no result')
      const throttle = { ...run.result.throttle, producerSecondsFraction: fraction }
      return { ...run, result: { ...run.result, throttle } }
    }
    const fitted = (run: RunRecord) =>
      refusal(() => calibrate(table, { name: 'staging', createdAtEpochMs: 1_000, runs: [run] }))
    expect(fitted(held(0.93))).toContain(
      'held: its brokers throttled the clients in 93 % of the seconds, so it measured a quota and not the hosts',
    )
    expect(fitted(held(0.4))).toMatch(/^Too few runs/)
  })

  it('for an unknown parameter, naming the known ones', () => {
    const runs = [serviceRun('one', 66e6), serviceRun('two', 66e6)]
    expect(refusal(() => made(runs, ['requestCpuUs']))).toContain('has no parameter "requestCpuUs"')
  })

  it('on a model other than its own', () => {
    const own = made([serviceRun('one', 66e6), serviceRun('two', 66e6)])
    expect(refusal(() => applyCalibration(table, own))).toBe(
      'The calibration staging belongs to confluent-cloud-dedicated.',
    )
  })
})
