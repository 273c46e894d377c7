import { averageLoad } from '../../../src/billing/average-load.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import type { Offering } from '../../../src/contracts/offering.ts'
import { type Deployment, type Scenario, scenario } from '../../../src/contracts/scenario.ts'
import { shippedOfferings } from '../capacity/shipped-offerings.ts'

/** A model that comes with Headroom. */
export function offeringNamed(id: string): Offering {
  const found = shippedOfferings.find((each) => each.id === id)
  if (found === undefined) throw new Error(`no offering ${id}`)
  return found
}

type Load = {
  readonly deployment: Deployment
  /** Wire bytes/s written, exactly. */
  readonly bytesPerSec: number
  readonly groups?: number
  readonly retentionMs?: number
  readonly partitions?: number
}

const day = 86_400_000

/** A scenario whose wire ingress is a round number of bytes/s, as in the examples of vendors. */
export function scenarioOf({
  deployment,
  bytesPerSec,
  groups = 1,
  retentionMs = day,
  partitions = 1000,
}: Load): Scenario {
  let found = scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'example',
    workload: {
      topics: [{ name: 'events', partitions, replicationFactor: 3, retentionMs }],
      producers: [{ name: 'writers', topic: 'events', peakRecordsPerSec: 1000, recordValueBytes: 1000, clients: 10 }],
      consumerGroups: [{ name: 'readers', topic: 'events', count: groups }],
    },
    deployment,
  })
  const offering = offeringNamed(deployment.offering)
  // Batches fill as the rate grows, so the bytes of a record depend on it a little.
  for (let round = 0; round < 100; round++) {
    found = scaleScenario(found, bytesPerSec / averageLoad(found, offering).ingressBytesPerSec)
  }
  return found
}

/** 2^20 bytes. */
export const mib = 2 ** 20
