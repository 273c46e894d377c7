import { describe, expect, it, vi } from 'vitest'
import { catchUp } from '../../../src/capacity/catch-up.ts'
import { explainCatchUp } from '../../../src/capacity/explain-answers.ts'
import { deriveAnswer } from '../../../src/capacity/explain-load.ts'
import { explainPrediction } from '../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../src/capacity/predict.ts'
import type { Offering } from '../../../src/contracts/offering.ts'
import type { GroupReading } from '../../../src/contracts/prediction.ts'
import type { Scenario, ScenarioInput } from '../../../src/contracts/scenario.ts'
import { dedicated, smallScenario } from './known-files.ts'
import { propertyTimeoutMs } from './property-runs.ts'

vi.setConfig({ testTimeout: propertyTimeoutMs })

type GroupInput = Omit<NonNullable<ScenarioInput['workload']['consumerGroups']>[number], 'topic'> & {
  readonly topic?: string
}

/** 2 CKUs of 2020: 100 MB/s in, 300 out. Records of 523 bytes in full batches, over 60 partitions. */
function readBy(groups: readonly GroupInput[], recordsPerSec = 90_000, retentionMs = 3_600_000): Scenario {
  return smallScenario({
    topic: { partitions: 60, retentionMs },
    producer: { peakRecordsPerSec: recordsPerSec, lingerMs: 50, clients: 4 },
    workload: { consumerGroups: groups.map((group) => ({ topic: 'events', ...group })) },
  })
}

/** Three members share 60 partitions of 90,000 records/s: 30,000 each, of which each reads 10,000. */
const audit: GroupInput = { name: 'audit', members: 3, mostRecordsPerSec: 10_000 }
const search: GroupInput = { name: 'search', members: 4 }

function groupsOf(scenario: Scenario, offering: Offering = dedicated): readonly GroupReading[] {
  return predict(scenario, offering).consumerGroups ?? []
}

function shares(scenario: Scenario, offering: Offering = dedicated): Record<string, number> {
  return Object.fromEntries(groupsOf(scenario, offering).map(({ name, readShare }) => [name, readShare]))
}

describe('a limit on the members of one group', () => {
  const prediction = predict(readBy([audit, search]), dedicated)
  const { ingressWireBytesPerSec: written, egressWireBytesPerSec: read } = prediction.achievable

  it('slows that group, and no other', () => {
    expect(prediction.achievable.recordsPerSec.likely).toBe(90_000)
    const [slow, fast] = prediction.consumerGroups ?? []
    expect(slow?.readShare).toBeCloseTo(1 / 3, 9)
    expect(slow?.binding.map(({ id }) => id)).toEqual(['consumer-client:0:audit'])
    expect(slow?.recordsPerSec.likely).toBeCloseTo(30_000, 3)
    expect(slow?.untilRetentionMs).toBeCloseTo((3_600_000 * 3) / 2, 3)
    expect(fast).toMatchObject({ readShare: 1, binding: [], untilRetentionMs: null })
    expect(fast?.lagGrowthBytesPerSec).toEqual({ low: 0, likely: 0, high: 0 })
  })

  it('takes from the egress what that group does not read, and nothing else', () => {
    expect(read.likely).toBeCloseTo((written.likely * 4) / 3, -2)
    expect(prediction.lag?.growthBytesPerSec.likely).toBeCloseTo((written.likely * 2) / 3, -2)
    expect(prediction.lag?.readShare).toBeCloseTo(2 / 3, 6)
    expect(prediction.lag?.groups).toBe(2)
    // The first limit that is reached as the load grows is still that of the group.
    expect(prediction.headroom).toBeCloseTo(1 / 3, 6)
  })

  it('is said of that group in the sentence, the advice and the derivation', () => {
    expect(explainPrediction(prediction)).toMatch(
      /^2 CKUs carry the whole load in, 47\.\d MB\/s, and 62\.\d MB\/s out\. "audit" falls behind by 31\.\d MB\/s; unread data is deleted after 1 h 30 min, when consumers are 1 h behind\. The other consumer groups keep up\. What a consumer can read binds \(10,000 records\/s of one member of "audit", as given, /,
    )
    expect(prediction.advice.map(({ id }) => id)).toContain('more-members-audit')
    const lines = deriveAnswer(readBy([audit, search]), dedicated)
    expect(lines.map(({ name }) => name)).toEqual([
      'Headroom',
      'Headroom of producers',
      'Achievable in',
      '"audit" reads',
      '"search" reads',
      'Achievable out',
    ])
    expect(lines[3]?.formula).toMatch(
      /^47\.\d MB\/s written x 0\.333 = 15\.\d MB\/s, held by Consumer client \(audit\)$/,
    )
  })

  it('decides how long that group needs to catch up', () => {
    const twice = { ...audit, mostRecordsPerSec: 60_000 }
    const { consumers } = catchUp(readBy([twice, search]), dedicated, 600_000)
    expect(consumers?.mostFactor).toBeCloseTo(2, 6)
    expect(consumers?.formula).toContain('as the members of "audit" read it')
    const never = catchUp(readBy([audit, search]), dedicated, 600_000)
    expect(explainCatchUp(never)[1]).toContain('never drains at this load (0.333 times the load')
    expect(explainCatchUp(never)[1]).toContain('as the members of "audit" read it')
  })
})

describe('consumers that fall behind while producers wait', () => {
  /** At once 52 MB/s of 50: producers wait until their batches are so full that 50 are sent. A member reads 99 % of its records. */
  const scenario = smallScenario({
    topic: { partitions: 60 },
    producer: { lingerMs: 0, recordValueBytes: 512, peakRecordsPerSec: 89_300, clients: 50 },
    group: { members: 10, mostRecordsPerSec: 8_841 },
    deployment: { size: 1 },
  })
  const prediction = predict(scenario, dedicated)
  const { ingressWireBytesPerSec: written, egressWireBytesPerSec: read } = prediction.achievable

  it('read the batches as they were written: as large a share of the bytes as of the records', () => {
    expect(written.likely).toBeCloseTo(50e6, -4)
    expect(read.likely / written.likely).toBeCloseTo(8_841 / 8_930, 6)
    const { ingressPayloadBytesPerSec, egressPayloadBytesPerSec } = prediction.achievable
    expect(egressPayloadBytesPerSec.likely / ingressPayloadBytesPerSec.likely).toBeCloseTo(8_841 / 8_930, 6)
  })

  it('have a sentence that names their limit, and says why the ingress is over 100 % used and yet carried', () => {
    const text = explainPrediction(prediction)
    expect(text).toMatch(/^1 CKU carries the whole load in, 50 MB\/s, while producers wait, and 49\.5 MB\/s out\./)
    expect(text).toContain(
      'What a consumer can read limits consumers (8,841 records/s of one member of "group", as given',
    )
    expect(text).toContain(
      'The ingress would be 104 % used if no producer waited; waiting fills their batches, which use less.',
    )
    const ingress = prediction.constraints.find(({ id }) => id === 'ingress')
    expect(ingress?.utilisation).toBeCloseTo(1.04, 2)
  })

  it('leave the requests that are carried at or below their limit', () => {
    const many = smallScenario({
      topic: { partitions: 60 },
      producer: { peakRecordsPerSec: 40_000, recordValueBytes: 1_000, clients: 20 },
      group: { count: 30, members: 2 },
      workload: { clientFamily: 'java' },
      deployment: { asOf: undefined },
    })
    const { requestsPerSec, constraints, lag } = predict(many, dedicated)
    expect(lag).not.toBeNull()
    const limit = constraints.find(({ id }) => id === 'requests')
    expect(limit?.utilisation).toBeGreaterThan(2)
    expect(requestsPerSec).toBeLessThanOrEqual((limit?.capacity ?? 0) * 1.000_01)
  })
})

describe('producers that wait after a slow group has fallen behind', () => {
  /** Single records are 40,000 of 30,000 requests/s: producers wait, and their batches hold more. */
  const small = (groups: readonly GroupInput[]) =>
    smallScenario({
      topic: { partitions: 60 },
      producer: { peakRecordsPerSec: 40_000, recordValueBytes: 100, lingerMs: 0, clients: 200 },
      workload: { consumerGroups: groups.map((group) => ({ topic: 'events', fetchMinBytes: 65_536, ...group })) },
      deployment: { asOf: undefined },
    })
  const slow = { name: 'audit', members: 3, mostRecordsPerSec: 1_000 }
  const [without, beside] = [small([search]), small([slow, search])].map((scenario) => predict(scenario, dedicated))

  it('write as much as without that group: it slows only itself', () => {
    expect(without?.headroom).toBeLessThan(1)
    expect(without?.achievable.recordsPerSec.likely).toBe(40_000)
    expect(beside?.achievable.recordsPerSec.likely).toBe(40_000)
    expect(beside?.directions?.ingress.headroom).toBeGreaterThan(1)
    const [audit, other] = beside?.consumerGroups ?? []
    expect(audit?.readShare).toBeCloseTo(3_000 / 40_000, 6)
    expect(other?.readShare).toBe(1)
  })

  it('send no more requests than are allowed, and the sentence says that they wait', () => {
    expect(beside?.requestsPerSec).toBeLessThanOrEqual(30_000 * 1.000_01)
    expect(beside === undefined ? '' : explainPrediction(beside)).toContain(' while producers wait, and ')
  })
})

describe('a limit that groups share', () => {
  it('slows all that share it alike, but for what a slower group leaves', () => {
    // 47 MB/s to seven groups want 329 of 300 MB/s. If one of them reads a third, 298 fit.
    const six = { ...search, count: 6 }
    expect(shares(readBy([six, { name: 'last' }])).search).toBeLessThan(0.95)
    expect(shares(readBy([six, audit])).search).toBe(1)
    const nine = shares(readBy([{ ...search, count: 9 }, audit]))
    expect(nine.audit).toBeCloseTo(1 / 3, 6)
    const wire = predict(readBy([audit]), dedicated).achievable.ingressWireBytesPerSec.likely
    expect(nine.search).toBeCloseTo((300e6 - wire / 3) / (9 * wire), 6)
  })

  it('slows the groups of one topic if it is the limit of its partitions', () => {
    const scenario = smallScenario({
      workload: {
        topics: [
          { name: 'few', partitions: 4 },
          { name: 'many', partitions: 60 },
        ],
        producers: ['few', 'many'].map((topic) => ({
          name: topic,
          topic,
          peakRecordsPerSec: 30_000,
          recordValueBytes: 512,
          lingerMs: 50,
        })),
        consumerGroups: ['few', 'many'].map((topic) => ({ name: `of-${topic}`, topic, count: 5 })),
      },
    })
    // 15.7 MB/s over 4 partitions to 5 groups are 19.6 MB/s out of each, of 15.
    const [few, many] = groupsOf(scenario)
    expect(few?.readShare).toBeCloseTo(15 / 19.6, 2)
    expect(few?.binding.map(({ id }) => id)).toEqual(['partition-egress:few'])
    expect(many?.readShare).toBe(1)
  })

  it('names no group if all fall behind alike', () => {
    const text = explainPrediction(
      predict(
        readBy([
          { ...search, count: 4 },
          { name: 'audit', count: 4 },
        ]),
        dedicated,
      ),
    )
    expect(text).toContain(' out. Consumers fall behind by ')
    expect(text).not.toContain('keep up')
  })

  it('names those that read least if all fall behind unequally', () => {
    const text = explainPrediction(predict(readBy([{ ...search, count: 9 }, audit]), dedicated))
    expect(text).toContain('"audit" and "search" (9 groups) fall behind by ')
    expect(text).toContain(' together; ')
  })
})
