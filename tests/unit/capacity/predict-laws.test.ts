import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { answerSizes } from '../../../src/capacity/size-answers.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { figureNames } from '../../../src/contracts/figures.ts'
import { type Prediction, prediction as predictionSchema } from '../../../src/contracts/prediction.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { expectNoLess } from './carries-no-less.ts'
import { dedicated, smallScenario, withPartitions } from './known-files.ts'

function withSize(scenario: Scenario, size: number): Scenario {
  return { ...scenario, deployment: { ...scenario.deployment, size } }
}

const workloads = fc
  .record({
    rate: fc.double({ min: 1, max: 1e7, noNaN: true }),
    valueBytes: fc.integer({ min: 1, max: 100_000 }),
    partitions: fc.integer({ min: 1, max: 4000 }),
    clients: fc.integer({ min: 1, max: 500 }),
    lingerMs: fc.integer({ min: 0, max: 200 }),
    batchBytes: fc.integer({ min: 1, max: 1_000_000 }),
    groups: fc.integer({ min: 0, max: 6 }),
    members: fc.integer({ min: 1, max: 40 }),
    fetchMinBytes: fc.integer({ min: 1, max: 1_000_000 }),
    size: fc.integer({ min: 2, max: 60 }),
    family: fc.constantFrom('java' as const, 'librdkafka' as const),
    acks: fc.constantFrom('0' as const, '1' as const, 'all' as const),
    asOf: fc.constantFrom('2020-04', '2026-03'),
    keys: fc.oneof(
      fc.constant({ kind: 'none' as const }),
      fc.record({ kind: fc.constant('uniform' as const), distinct: fc.integer({ min: 1, max: 1_000_000 }) }),
      fc.record({
        kind: fc.constant('zipf' as const),
        distinct: fc.integer({ min: 1, max: 1_000_000 }),
        exponent: fc.double({ min: 0.1, max: 2.5, noNaN: true }),
      }),
    ),
  })
  .map((w) =>
    smallScenario({
      topic: { partitions: w.partitions },
      producer: {
        peakRecordsPerSec: w.rate,
        recordValueBytes: w.valueBytes,
        clients: w.clients,
        lingerMs: w.lingerMs,
        batchBytes: w.batchBytes,
        acks: w.acks,
        keys: w.keys,
      },
      group: w.groups === 0 ? null : { count: w.groups, members: w.members, fetchMinBytes: w.fetchMinBytes },
      workload: { clientFamily: w.family },
      deployment: { size: w.size, asOf: w.asOf },
    }),
  )

const runs = { numRuns: 300 }

describe('laws of every prediction', () => {
  it('follows its own schema', () => {
    fc.assert(
      fc.property(workloads, (scenario) => {
        expect(predictionSchema.safeParse(predict(scenario, dedicated)).error).toBeUndefined()
      }),
      runs,
    )
  })

  it('never achieves more than the offered load or the capacity', () => {
    fc.assert(
      fc.property(workloads, (scenario) => {
        const { achievable, expected, offered, capacity, lag } = predict(scenario, dedicated)
        for (const name of figureNames) {
          const slack = 1e-9 * offered[name] + 0.002
          // Where readers fall behind, more is written than the capacity, at which they keep up.
          const isHeld = lag === null || name.startsWith('egress')
          const most = isHeld ? Math.min(offered[name], capacity[name]) : offered[name]
          expect(achievable[name].likely).toBeLessThanOrEqual(most + slack)
          expect(expected[name].high).toBeLessThanOrEqual(offered[name] + slack)
          expect(achievable[name].low).toBeLessThanOrEqual(achievable[name].likely)
          expect(expected[name].likely).toBeLessThanOrEqual(expected[name].high)
          expect(expected[name].low).toBeLessThanOrEqual(expected[name].likely)
        }
      }),
      runs,
    )
  })

  it('has a headroom that is 1 when the load is scaled by it', () => {
    fc.assert(
      fc.property(workloads, (scenario) => {
        const { headroom, binding } = predict(scenario, dedicated)
        fc.pre(headroom > 1e-9)
        const again = predict(scaleScenario(scenario, headroom), dedicated)
        expect(again.headroom).toBeCloseTo(1, 9)
        expect(again.binding).toEqual(binding)
      }),
      runs,
    )
  })

  it('divides the headroom by the factor of the load', () => {
    fc.assert(
      fc.property(workloads, fc.double({ min: 0.01, max: 50, noNaN: true }), (scenario, factor) => {
        const before = predict(scenario, dedicated).headroom
        const after = predict(scaleScenario(scenario, factor), dedicated).headroom
        expect(after * factor).toBeCloseTo(before, before > 100 ? -2 : 7)
        expect(Math.abs(after * factor - before)).toBeLessThanOrEqual(1e-9 * before)
      }),
      runs,
    )
  })

  it('never carries less with more units', () => {
    fc.assert(
      fc.property(workloads, fc.integer({ min: 1, max: 80 }), (scenario, more) => {
        const bigger = withSize(scenario, scenario.deployment.size + more)
        expectNoLess({ scenario: bigger, offering: dedicated }, { scenario, offering: dedicated })
      }),
      runs,
    )
  })

  it('never lowers the bound of a partition by adding partitions', () => {
    const share = (scenario: Scenario) =>
      predict(scenario, dedicated).constraints.find((each) => each.dimension === 'partition-ingress')?.utilisation ?? 0
    fc.assert(
      fc.property(workloads, fc.integer({ min: 1, max: 2000 }), (scenario, more) => {
        const partitions = scenario.workload.topics[0]?.partitions ?? 1
        // More partitions make emptier batches, so only the share is compared: keys spread it, batches do not.
        // Utilisations are of a load that no client waits with, and so are these bytes.
        const wire = (given: Scenario) => solve(given, dedicated).demanded.figures.ingressWireBytesPerSec
        const wider = withPartitions(scenario, partitions + more)
        expect(share(wider) / wire(wider)).toBeLessThanOrEqual((share(scenario) / wire(scenario)) * 1.01)
      }),
      runs,
    )
  })

  it('finds the smallest size, which meets the target while the next smaller one does not', () => {
    // What customers count themselves, and the service refuses to exceed, may be used up.
    const counted: readonly string[] = ['partitions', 'connections', 'consumer-groups']
    const weightOf = ({ kind, dimension }: Prediction['constraints'][number]) =>
      kind === 'fixed' && counted.includes(dimension) ? 0.8 : 1
    const fullest = (scenario: Scenario) =>
      Math.max(
        ...predict(scenario, dedicated)
          .constraints.filter((each) => each.kind !== 'structural')
          .map((each) => each.utilisation * weightOf(each)),
      )
    fc.assert(
      fc.property(workloads, (scenario) => {
        const { smallest } = predict(scenario, dedicated)
        if (smallest === null) {
          expect(fullest(withSize(scenario, 152))).toBeGreaterThan(0.8)
          return
        }
        expect(fullest(withSize(scenario, smallest.size))).toBeLessThanOrEqual(0.8)
        if (smallest.size > 1) expect(fullest(withSize(scenario, smallest.size - 1))).toBeGreaterThan(0.8)
      }),
      runs,
    )
  })

  it('never needs fewer partitions for more load, whether or not any size fits', () => {
    fc.assert(
      fc.property(workloads, fc.double({ min: 1, max: 100, noNaN: true }), (scenario, factor) => {
        const [fewer] = partitionsNeeded(scenario)
        const [more] = partitionsNeeded(scaleScenario(scenario, factor))
        // No number of partitions helps a key that is too hot, even less at a larger load.
        if (fewer === undefined) expect(more).toBeUndefined()
        else if (more !== undefined) expect(more.partitions).toBeGreaterThanOrEqual(fewer.partitions)
      }),
      runs,
    )
  })
})

/** At the smallest size that takes the load, or at the given one if none does. */
function partitionsNeeded(scenario: Scenario) {
  return answerSizes(scenario, dedicated)[0]?.minimumPartitions ?? []
}
