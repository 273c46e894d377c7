import fc from 'fast-check'
import { expect, it } from 'vitest'
import { averageLoad } from '../../../src/billing/average-load.ts'
import { billOf } from '../../../src/billing/compute-bill.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { storedBytes } from '../../../src/capacity/stored-bytes.ts'
import { propertyRuns, propertyTimeoutMs } from '../capacity/property-runs.ts'
import { cases } from '../capacity/random-scenarios.ts'
import { publishedPrices, today } from './shipped-prices.ts'

it(
  'keeps as many bytes as the prediction and the forecast of the scenario',
  () => {
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        const { topics } = averageLoad(scenario, offering)
        const billed = topics.reduce((total, topic) => total + topic.storedBytes, 0)
        const predicted = storedBytes(solve(scenario, offering).situation)
        expect(billed / predicted).toBeCloseTo(1, 9)
      }),
      propertyRuns(2_000),
    )
  },
  propertyTimeoutMs,
)

it(
  'of producers that send nothing on average is nothing, and adds nothing to that of the others',
  () => {
    fc.assert(
      fc.property(cases, fc.nat(), ({ scenario, offering }, pick) => {
        const { producers } = scenario.workload
        const idleOnes = (isIdle: (index: number) => boolean) => ({
          ...scenario,
          workload: {
            ...scenario.workload,
            producers: producers.map((each, index) => (isIdle(index) ? { ...each, averageRecordsPerSec: 0 } : each)),
          },
        })
        const none = idleOnes(() => true)
        const {
          topics,
          partitions: _partitions,
          partitionReplicas: _replicas,
          ...figures
        } = averageLoad(none, offering)
        expect(figures).toMatchObject({
          ingressBytesPerSec: 0,
          egressBytesPerSec: 0,
          recordsPerSec: 0,
          bytesPerRecord: 0,
        })
        expect(topics.map(({ storedBytes, ingressBytesPerSec }) => storedBytes + ingressBytesPerSec)).toEqual(
          topics.map(() => 0),
        )
        const bill = billOf(none, offering, publishedPrices, { today })
        for (const { perMonth } of bill.lines) expect(perMonth.high).toBeGreaterThanOrEqual(0)
        const idle = pick % producers.length
        const others = averageLoad(
          idleOnes((index) => index === idle),
          offering,
        )
        const all = averageLoad(scenario, offering)
        expect(others.recordsPerSec).toBeLessThanOrEqual(all.recordsPerSec * (1 + 1e-9))
        expect(Number.isFinite(others.ingressBytesPerSec + others.egressBytesPerSec + others.bytesPerRecord)).toBe(true)
      }),
      propertyRuns(300),
    )
  },
  propertyTimeoutMs,
)
