import { describe, expect, it } from 'vitest'
import { limitBand } from '../../../src/capacity/limit-band.ts'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { type Scenario, scenario as schema } from '../../../src/contracts/scenario.ts'
import { applyCalibration, calibrate } from '../../../src/evidence/calibrate.ts'
import { limitAnswer } from '../../../src/planning/limit-answer.ts'
import { type NarrowingRun, type NextMeasurement, nextMeasurement } from '../../../src/planning/next-measurement.ts'
import { planRun } from '../../../src/planning/plan-run.ts'
import { dedicated, exampleScenario, first, shippedOffering, smallScenario } from '../capacity/known-files.ts'
import { serviceRun } from '../evidence/known-runs.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

/** Three brokers with disks of their own, whose network binds long before their disks, processors and clients do. */
function onHosts(recordsPerSec: number, change: Partial<Parameters<typeof smallScenario>[0]> = {}): Scenario {
  return smallScenario({
    deployment: { offering: hosts.id, size: 3, tier: 'd2.xlarge', asOf: '2020-01' },
    topic: { partitions: 60, replicationFactor: 3 },
    producer: {
      peakRecordsPerSec: recordsPerSec,
      recordValueBytes: 1_000,
      clients: 12,
      batchBytes: 1_000_000,
      lingerMs: 10,
    },
    ...change,
  })
}

/** Shipped scenarios on hosts: of other laws than the network. */
const hostExamples = ['huawei-scenarios', 'banzai-flat-out', 'instaclustr-partitions'].map(exampleScenario)

const scenario = onHosts(300_000)

/** What is recommended for it. Each test asks anew, so that a fault fails the test that is about it. */
function recommended() {
  const next = nextMeasurement(scenario, hosts)
  const [best] = next.runs
  if (best === undefined) throw new Error('no run is recommended')
  return { next, best }
}

/** The middle outcome of a run: what as many clusters exceed as not. */
function calibratedWith(run: NarrowingRun, id = 'measured') {
  const { likely } = limitBand(solve(run.scenario, hosts), 'ingressWireBytesPerSec')
  const record = { ...serviceRun(id, likely), scenario: run.scenario }
  return applyCalibration(hosts, calibrate(hosts, { name: 'ours', createdAtEpochMs: 1_000, runs: [record] }))
}

describe('what to measure next on hosts', () => {
  it('is a run at the limit of the binding law, if that law causes most of the width', () => {
    const { next, best } = recommended()
    expect(next.nothing).toBeNull()
    expect(best).toMatchObject({ law: 'network', durationMs: 110_000 })
    expect(best.widthShare).toBeGreaterThan(0.5)
    expect(next.now?.widthFactor).toBeGreaterThan(5)
    expect(best.after.widthFactor).toBeLessThan(2.2)
  })

  it('asks about what is written where a ceiling of consumers is given, and so known', () => {
    const slowReaders = onHosts(300_000, { group: { mostRecordsPerSec: 10 } })
    const found = nextMeasurement(slowReaders, hosts)
    expect(found.figure).toBe('ingressWireBytesPerSec')
    expect(found.nothing).not.toBe('narrow')
    expect(found.now?.widthFactor).toBeGreaterThan(2)
  })

  it('never narrows the answer by more than its law would if it were exact', () => {
    const { next } = recommended()
    const narrowedBy = ({ now, runs }: NextMeasurement) =>
      runs.map(({ after, widthShare }) => ({
        share: 1 - Math.log(after.widthFactor) / Math.log(now?.widthFactor ?? Number.NaN),
        widthShare,
      }))
    const all = [next, ...hostExamples.map((each) => nextMeasurement(each, hosts))].flatMap(narrowedBy)
    expect(all.length).toBeGreaterThan(5)
    for (const { share, widthShare } of all) expect(share).toBeLessThanOrEqual(widthShare + 1e-6)
  })

  it('computes the effect of each law by itself, and a chance for each run', () => {
    const { runs } = nextMeasurement(exampleScenario('instaclustr-partitions'), hosts)
    expect(runs).toHaveLength(3)
    expect(new Set(runs.map(({ after }) => after.widthFactor)).size).toBe(3)
    for (const { reachesLimit } of runs) expect(reachesLimit).toBeLessThan(1)
  })

  it('has the same effect as a calibration with the run', () => {
    const { best } = recommended()
    const after = limitAnswer(solve(scenario, calibratedWith(best)), 'ingressWireBytesPerSec')
    for (const end of ['low', 'likely', 'high'] as const) {
      expect(after.limit[end] / best.after.limit[end]).toBeCloseTo(1, 6)
    }
    expect(after.chanceMet).toBe(best.after.chanceMet)
  })

  it('ranks at most three runs, each of another law, by what they narrow', () => {
    const { next } = recommended()
    const answers = [next, ...hostExamples.map((each) => nextMeasurement(each, hosts))]
    expect(Math.max(...answers.map(({ runs }) => runs.length))).toBe(3)
    for (const { runs } of answers) {
      const laws = runs.map(({ law }) => law)
      expect(laws.length).toBeLessThanOrEqual(3)
      expect(new Set(laws).size).toBe(laws.length)
      const widths = runs.map(({ after }) => after.widthFactor)
      expect(widths).toEqual([...widths].sort((one, other) => one - other))
    }
  })

  it('offers more than nine of ten clusters can take, and says how likely it reaches the limit', () => {
    const { best } = recommended()
    const { high } = limitBand(solve(best.scenario, hosts), 'ingressWireBytesPerSec')
    const offered = solve(best.scenario, hosts).offered.figures.ingressWireBytesPerSec
    expect(offered / high).toBeGreaterThan(1)
    expect(offered / high).toBeLessThan(1.25)
    expect(best.reachesLimit).toBeGreaterThan(0.95)
  })

  it('names the changes that give the run’s scenario, and the run can be planned', () => {
    const { next } = recommended()
    for (const run of next.runs) {
      const set = run.changes.reduce<unknown>((json, { path, value }) => setScenarioField(json, path, value), scenario)
      expect(schema.parse(set)).toEqual(run.scenario)
      expect(planRun(run.scenario, { runId: 'run', brokers: null }).plan.durationMs).toBe(run.durationMs)
    }
  })

  it('costs the high end of its band times its length, with all replicas on disk', () => {
    const { best } = recommended()
    const { high } = limitBand(solve(best.scenario, hosts), 'ingressWireBytesPerSec')
    expect(best.cost.writtenBytes / (high * 110)).toBeCloseTo(1, 6)
    expect(best.cost.readBytes / best.cost.writtenBytes).toBeCloseTo(1, 6)
    expect(best.cost.diskBytes / best.cost.writtenBytes).toBeCloseTo(3, 6)
  })

  it('has no more producers than a run can have', () => {
    const many = onHosts(300_000, {
      producer: {
        peakRecordsPerSec: 300_000,
        recordValueBytes: 1_000,
        clients: 200,
        batchBytes: 1_000_000,
        lingerMs: 10,
      },
    })
    const { runs } = nextMeasurement(many, hosts)
    expect(runs.length).toBeGreaterThan(0)
    for (const run of runs) expect(run.scenario.workload.producers[0]?.clients).toBeLessThanOrEqual(16)
  })

  it('shows before and after once runs have narrowed a law, and names another law next', () => {
    const { next, best } = recommended()
    const model = calibratedWith(best)
    const after = nextMeasurement(scenario, model, hosts)
    expect(after.made).toEqual({ calibration: 'ours', laws: [{ law: 'network', runs: 1 }], before: next.now })
    expect(after.now?.widthFactor).toBeLessThan((next.now?.widthFactor ?? 0) / 2)
    expect(after.runs.map(({ law }) => law)).not.toContain('network')
  })
})

describe('runs that were made', () => {
  it('are not shown if the calibration narrowed no band', () => {
    const calibrated = { ...hosts, calibration: { name: 'ours', parameters: {} } }
    expect(nextMeasurement(scenario, calibrated, hosts).made).toBeNull()
  })
})

describe('nothing to measure', () => {
  it('if only reading limits, which no calibration compares', () => {
    const tinyRecords = { peakRecordsPerSec: 300_000, recordValueBytes: 10, clients: 12 }
    const found = nextMeasurement(onHosts(300_000, { producer: tinyRecords }), hosts)
    expect(found).toMatchObject({ figure: 'egressWireBytesPerSec', nothing: 'out-of-reach', runs: [] })
    expect(found.now?.widthFactor).toBeGreaterThan(2)
  })

  it('if the load is surely met', () => {
    const small = nextMeasurement(onHosts(1_000), hosts)
    expect(small).toMatchObject({ nothing: 'load-fits', runs: [] })
    expect(small.now?.chanceMet).toBeGreaterThanOrEqual(0.95)
  })

  it('if limits are declared', () => {
    expect(nextMeasurement(first, dedicated)).toMatchObject({ nothing: 'declared-limits', now: null, runs: [] })
  })

  it('if the model has one band for all laws', () => {
    const onMsk = onHosts(300_000, { deployment: { offering: 'aws-msk-standard', size: 6, tier: 'kafka.m5.2xlarge' } })
    expect(nextMeasurement(onMsk, shippedOffering('aws-msk-standard'))).toMatchObject({ nothing: 'one-width' })
  })

  it('if the workload is refused', () => {
    const refused = onHosts(300_000, { topic: { partitions: 60, replicationFactor: 9 } })
    expect(nextMeasurement(refused, hosts)).toMatchObject({ nothing: 'refused', now: null, runs: [] })
  })

  it('if a calibration has made the prediction as narrow as runs can', () => {
    const { best } = recommended()
    const model = calibratedWith(best)
    const bands = model.model === 'broker-hardware' ? (model.hardware.lawBands ?? []) : []
    const exact = bands.map((band) => ({ ...band, location: 0, spread: 0.05, degreesOfFreedom: 3 }))
    const narrow =
      model.model === 'broker-hardware' ? { ...model, hardware: { ...model.hardware, lawBands: exact } } : model
    const tight = onHosts(480_000)
    expect(nextMeasurement(tight, narrow)).toMatchObject({ nothing: 'narrow', runs: [] })
  })
})
