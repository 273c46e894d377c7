import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roleOf } from '../../../src/capacity/constraint-model.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { saturation } from '../../../src/capacity/saturation.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { atSize, utilisations } from '../../../src/capacity/size-answers.ts'
import { smallestSize } from '../../../src/capacity/smallest-size.ts'
import { type Solution, solve } from '../../../src/capacity/solve.ts'
import { prediction as predictionSchema } from '../../../src/contracts/prediction.ts'
import { targetUtilisation } from '../../../src/contracts/target-utilisation.ts'
import { lawsOfHosts, smallScenario } from './known-files.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { type Case, cases } from './random-scenarios.ts'

const runs = propertyRuns(500)

/** What arithmetic and the search leave behind, relative. */
const noise = 1e-6

/** Utilisation of the fullest limit that grows with the load, at the offered load. */
function fullestOf({ models, demanded }: Solution): number {
  const growing = models.filter((model) => roleOf(model) === 'grows')
  return growing.reduce((fullest, model) => Math.max(fullest, model.demandAt(demanded) / model.capacity), 0)
}

const isPlain = (factor: number) => factor > 1e-6 && factor < 1e6

describe('the answers of one prediction', () => {
  it(
    'agree: the load can grow by 1 exactly where the fullest limit that grows is full',
    () => {
      let compared = 0
      fc.assert(
        fc.property(cases, ({ scenario, offering }: Case) => {
          const solution = solve(scenario, offering)
          const { factor } = solution.growth
          if (!isPlain(factor)) return
          compared += 1
          const fullest = fullestOf(solution)
          if (fullest > 1 + noise) expect(factor).toBeLessThan(1)
          if (fullest < 1 - noise) expect(factor).toBeGreaterThan(1)
          expect(Math.abs(fullestOf(solve(scaleScenario(scenario, factor), offering)) - 1)).toBeLessThan(noise)
          expect(solution.headroom.factor).toBeGreaterThanOrEqual(factor * (1 - noise))
        }),
        runs,
      )
      expect(compared).toBeGreaterThan(30)
    },
    propertyTimeoutMs,
  )

  it(
    'agree: the smallest size leaves room to grow, and no size at all is smaller for a larger load',
    () => {
      fc.assert(
        fc.property(cases, fc.double({ min: 1, max: 20, noNaN: true }), ({ scenario, offering }, more) => {
          const smallest = smallestSize(scenario, solve(scenario, offering).situation)
          if (smallest === null) return
          const there = solve(atSize(scenario, smallest.size), offering)
          const fixed = new Set(smallest.fixedNumbers?.map(({ dimension }) => dimension))
          for (const { dimension, utilisation } of utilisations(there)) {
            const most = fixed.has(dimension) ? 1 : targetUtilisation
            expect(utilisation, dimension).toBeLessThanOrEqual(most * (1 + noise))
          }
          for (const dimension of fixed) expect(['partitions', 'connections', 'consumer-groups']).toContain(dimension)
          if (there.refusals.length === 0) expect(there.growth.factor).toBeGreaterThan(1)
          const larger = scaleScenario(scenario, more)
          const after = smallestSize(larger, solve(larger, offering).situation)
          if (after !== null) expect(after.size).toBeGreaterThanOrEqual(smallest.size)
        }),
        runs,
      )
    },
    propertyTimeoutMs,
  )

  it(
    'are finite, and nothing has to change only where every limit is at or below its target',
    () => {
      fc.assert(
        fc.property(cases, ({ scenario, offering }) => {
          const prediction = predict(scenario, offering)
          expect(predictionSchema.safeParse(prediction).error).toBeUndefined()
          const isSaid = prediction.advice.some(({ id }) => id === 'nothing')
          if (isSaid) expect(prediction.headroom).toBeGreaterThanOrEqual(1 / targetUtilisation)
        }),
        runs,
      )
    },
    propertyTimeoutMs,
  )

  it(
    'agree: what is feasible is carried at some rate',
    () => {
      fc.assert(
        fc.property(cases, ({ scenario, offering }) => {
          const { refusals, growth, headroom } = solve(scenario, offering)
          if (refusals.length === 0) expect(Math.min(growth.factor, headroom.factor)).toBeGreaterThan(0)
        }),
        runs,
      )
    },
    propertyTimeoutMs,
  )

  it(
    'agree: 1 % fewer records leave room to grow by 1 % more',
    () => {
      fc.assert(
        fc.property(cases, ({ scenario, offering }) => {
          const before = solve(scenario, offering).growth.factor
          if (!isPlain(before)) return
          const fewer = solve(scaleScenario(scenario, 0.99), offering).growth.factor
          expect(Math.abs((fewer * 0.99) / before - 1)).toBeLessThan(0.001)
        }),
        runs,
      )
    },
    propertyTimeoutMs,
  )
})

describe('many clients without batches, by review', () => {
  const hosts = lawsOfHosts()

  function withClients(clients: number, peakRecordsPerSec = 60_000) {
    const scenario = smallScenario({
      topic: { partitions: 24 },
      producer: { clients, peakRecordsPerSec, recordValueBytes: 1000, lingerMs: 10 },
      group: { count: 2, members: 2, fetchMinBytes: 65_536 },
      deployment: { offering: hosts.id, tier: 'm5.xlarge', size: 3, asOf: '2020-01' },
    })
    return predict(scenario, hosts)
  }
  const cpuOf = ({ constraints }: ReturnType<typeof withClients>) =>
    constraints.find(({ dimension }) => dimension === 'cpu')?.utilisation ?? 0

  it('leave less headroom than few clients, and processors no less busy at a higher rate', () => {
    const [few, many, more] = [withClients(2), withClients(10_000), withClients(10_000, 90_000)]
    expect(few.headroom).toBeGreaterThan(1)
    expect(many.headroom).toBeLessThan(1)
    expect(cpuOf(many)).toBeGreaterThan(1)
    expect(cpuOf(more)).toBeGreaterThan(cpuOf(many))
    expect(many.advice.map(({ id }) => id)).not.toContain('nothing')
    // They get it all the same, as they wait.
    expect(many.achievable.recordsPerSec.likely).toBe(60_000)
    expect(saturation(many)).toBeGreaterThan(1.4)
  })
})
