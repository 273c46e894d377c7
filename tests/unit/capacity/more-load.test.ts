import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minimumPartitions } from '../../../src/capacity/minimum-partitions.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { answerSizes } from '../../../src/capacity/size-answers.ts'
import { smallestSize } from '../../../src/capacity/smallest-size.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { smallScenario } from './known-files.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { logarithmic } from './random-numbers.ts'
import { type Case, cases } from './random-scenarios.ts'

/** Fewest partitions by topic; topics that no number helps are left out. */
function partitionsOf(found: readonly { readonly topic: string; readonly partitions: number }[]): Map<string, number> {
  return new Map(found.map(({ topic, partitions }) => [topic, partitions]))
}

function expectNoFewer(before: Map<string, number>, after: Map<string, number>): void {
  for (const [topic, partitions] of after) {
    // No number helps one key that is too hot: even less at a larger load.
    expect(before.has(topic)).toBe(true)
    expect(partitions).toBeGreaterThanOrEqual(before.get(topic) ?? 0)
  }
}

function withLoad({ scenario, offering }: Case, factor: number): Case {
  return { scenario: scaleScenario(scenario, factor), offering }
}

/** One topic with so much load that it needs several partitions, and enough of them. Few of `cases` need more than one. */
const heavyTopics: fc.Arbitrary<Case> = fc.tuple(cases, logarithmic(1e4, 1e6)).map(([{ scenario, offering }, rate]) => {
  const producer = {
    clients: 50,
    peakRecordsPerSec: rate,
    recordValueBytes: 1_000,
    batchBytes: 1_000_000,
    lingerMs: 10,
  }
  const { workload } = smallScenario({ topic: { partitions: 200 }, producer, group: { members: 50 } })
  return { scenario: { ...scenario, workload }, offering }
})

describe('more load, on every offering', () => {
  it(
    'never needs fewer partitions on the size that there is',
    () => {
      const needed = ({ scenario, offering }: Case) =>
        partitionsOf(minimumPartitions(solve(scenario, offering).situation))
      fc.assert(
        fc.property(cases, logarithmic(1, 100), (given, factor) => {
          expectNoFewer(needed(given), needed(withLoad(given, factor)))
        }),
        propertyRuns(300),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'never needs fewer partitions on the smallest size that takes it',
    () => {
      fc.assert(
        fc.property(fc.oneof(cases, heavyTopics), logarithmic(1, 100), (given, factor) => {
          const larger = withLoad(given, factor)
          const [before] = answerSizes(given.scenario, given.offering)
          const [after] = answerSizes(larger.scenario, larger.offering)
          // Where no size takes the load, the answer is for the size that there is.
          if (before === undefined || after === undefined || before.smallest === null || after.smallest === null) return
          expectNoFewer(partitionsOf(before.minimumPartitions), partitionsOf(after.minimumPartitions))
        }),
        propertyRuns(300),
      )
    },
    propertyTimeoutMs,
  )

  it(
    'never fits on a smaller size, and where no size takes some load, none takes more',
    () => {
      const smallest = ({ scenario, offering }: Case) => smallestSize(scenario, solve(scenario, offering).situation)
      fc.assert(
        fc.property(cases, logarithmic(1, 100), (given, factor) => {
          const [before, after] = [smallest(given), smallest(withLoad(given, factor))]
          if (before === null) expect(after).toBeNull()
          else if (after !== null) expect(after.size).toBeGreaterThanOrEqual(before.size)
        }),
        propertyRuns(300),
      )
    },
    propertyTimeoutMs,
  )
})
