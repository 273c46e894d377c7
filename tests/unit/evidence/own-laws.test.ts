import { describe, expect, it } from 'vitest'
import { explainCalibration } from '../../../src/capacity/explain-calibration.ts'
import { limitBand } from '../../../src/capacity/limit-band.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { calibration as schema } from '../../../src/contracts/calibration.ts'
import type { RunRecord } from '../../../src/contracts/run-record.ts'
import { applyCalibration, calibrate } from '../../../src/evidence/calibrate.ts'
import { calibrationDocument } from '../../../src/presentation/calibration/calibration-document.ts'
import { paintTerminal } from '../../../src/presentation/painters/terminal-painter.ts'
import { shippedOffering, smallScenario } from '../capacity/known-files.ts'
import { serviceRun } from './known-runs.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

/** Six brokers whose network binds long before clients do. */
const scenario = smallScenario({
  deployment: {
    offering: hosts.id,
    size: 6,
    host: { cores: 16, networkBytesPerSec: 312_500_000, storageBytesPerSec: 2e9 },
    asOf: '2020-01',
  },
  topic: { partitions: 60, replicationFactor: 3 },
  producer: {
    peakRecordsPerSec: 5_000_000,
    recordValueBytes: 1_000,
    clients: 200,
    batchBytes: 1_000_000,
    lingerMs: 10,
  },
})
const solution = solve(scenario, hosts)
const predicted = limitBand(solution, 'ingressWireBytesPerSec').likely

function runOf(id: string, share: number): RunRecord {
  return { ...serviceRun(id, share * predicted), scenario }
}

const made = (...runs: RunRecord[]) => calibrate(hosts, { name: 'ours', createdAtEpochMs: 1_000, runs })
const lawsBy = (model: typeof hosts) => new Map((predict(scenario, model).laws ?? []).map((law) => [law.law, law]))

describe('one run on the user’s cluster at the limit of a law', () => {
  const calibration = made(runOf('one', 0.5))
  const [law] = calibration.laws ?? []
  const applied = applyCalibration(hosts, calibration)

  it('leaves 12 % either way: t with 3 degrees of freedom is 2.353, and a run has 5 % of noise', () => {
    expect(calibration.laws).toHaveLength(1)
    expect(law?.band).toMatchObject({ law: 'network', location: 0, spread: 0.05, degreesOfFreedom: 3 })
    expect(law?.after.low).toBeCloseTo(Math.exp(-0.05 * 2.353), 3)
    expect(law?.after.high).toBeCloseTo(Math.exp(0.05 * 2.353), 3)
    expect(law?.before.low).toBeLessThan(0.4)
  })

  it('moves the likely capacity of the law to the measured rate', () => {
    const median = lawsBy(hosts).get('network')?.likelyFactor ?? 0
    expect(law?.band.own).toEqual({ runs: 1, capacityFactor: expect.closeTo(0.5 * median, 9) })
    const { achievable } = predict(scenario, applied)
    expect(achievable.ingressWireBytesPerSec.likely / predicted).toBeCloseTo(0.5, 1)
    expect(achievable.ingressWireBytesPerSec.high / achievable.ingressWireBytesPerSec.likely).toBeLessThan(1.13)
  })

  it('narrows no other law', () => {
    const [before, after] = [lawsBy(hosts), lawsBy(applied)]
    for (const [name, { lowFactor, likelyFactor, ownRuns }] of after) {
      if (name === 'network') expect(ownRuns).toBe(1)
      else {
        const { lowFactor: low = 0, likelyFactor: median = 0 } = before.get(name) ?? {}
        expect([ownRuns, likelyFactor, lowFactor]).toEqual([0, 1, expect.closeTo(low * median, 9)])
      }
    }
  })

  it('fits no parameter, as a single run does not identify one', () => {
    expect(calibration.parameters).toEqual([])
    expect(schema.parse(JSON.parse(JSON.stringify(calibration)))).toEqual(calibration)
  })

  it('is shown before and after, in the report and with each prediction', () => {
    const text = paintTerminal(calibrationDocument(calibration), 200)
    expect(text).toContain('1 run narrowed the band of network of apache-kafka-on-hosts')
    expect(text).toMatch(/Network\s+1\s+× 0\.3\d\s+× 0\.\d+ to × \d\S*\s+× 0\.89 to × 1\.12/)
    expect(explainCalibration(predict(scenario, applied))).toMatch(
      /^With the calibration ours: network: × 0\.\d+ to × \d\S* of what the law gives before your runs, × 0\.89 to × 1\.12 of what they measured after 1 run\.$/,
    )
  })

  it('widens again for a workload that is far from that of the run', () => {
    const topics = scenario.workload.topics.map((topic) => ({ ...topic, partitions: 60 * 64 }))
    const far = { ...scenario, workload: { ...scenario.workload, topics } }
    const network = predict(far, applied).laws?.find((each) => each.law === 'network')
    expect(network?.widenedBy).toMatchObject([{ quantity: 'partitions', octaves: 6 }])
    expect(network?.highFactor).toBeGreaterThan(3)
  })
})

describe('three runs', () => {
  it('determine the spread: 0.1 in logarithms, with 5 degrees of freedom', () => {
    const laws = made(...[-0.1, 0, 0.1].map((log, index) => runOf(`run-${index}`, 0.6 * Math.exp(log)))).laws ?? []
    expect(laws[0]?.band).toMatchObject({ degreesOfFreedom: 5, own: { runs: 3 } })
    expect(laws[0]?.band.spread).toBeCloseTo(0.1, 2)
  })
})
