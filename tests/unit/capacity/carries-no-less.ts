import { expect } from 'vitest'
import { headroomFactor } from '../../../src/capacity/headroom.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { loggedBytesPerSec } from '../../../src/capacity/topic-traffic.ts'
import { sentBytesPerRecordOf } from '../../../src/capacity/traffic.ts'
import type { Case } from './random-scenarios.ts'

/** What arithmetic leaves behind, relative. */
const noise = 1e-9

/**
 * The law that more units never carry less. It is about bytes: more brokers are more connections, in whose emptier batches
 * each record takes more of a partition that is full. So it carries as many bytes in all, or at least as many records as
 * before where a record of the fullest partition has as many bytes. Markers of transactions count among the bytes, because
 * faster brokers end commits sooner, and clients then make more of them.
 *
 * The same holds for the port of a client, which is not bought with the units: 723 synchronous senders over the port of
 * their client fill the batches of 10 brokers with 12 records each and those of 13 with 10, and then each record takes 0.8 %
 * more of the port.
 */
export function expectNoLess(after: Case, before: Case): void {
  const [most, mostBefore] = [mostOf(after), mostOf(before)]
  if (most.wireBytesPerSec >= mostBefore.wireBytesPerSec * (1 - noise)) return
  const heavier = most.bytesPerRecord.map((bytes, index) =>
    bytes > 0 ? bytes / (mostBefore.bytesPerRecord[index] || bytes) : 1,
  )
  expect(most.headroom * Math.max(1, ...heavier)).toBeGreaterThanOrEqual(mostBefore.headroom * (1 - noise))
}

/** What is carried by rates alone, whether or not a limit on a count refuses the load. */
type Most = {
  readonly headroom: number
  readonly wireBytesPerSec: number
  /**
   * Wire bytes of a record in the fullest partition of each topic, a mean over its producers, and then of a record through
   * each client's port that is full; 0 if there are none.
   */
  readonly bytesPerRecord: readonly number[]
}

/** A port counts as full from here. */
const fullPort = 1 - 1e-6

function mostOf({ scenario, offering }: Case): Most {
  const { parties, waitingAt, situation } = solve(scenario, offering)
  const headroom = headroomFactor(waitingAt, parties.growing)
  const carried = waitingAt(headroom)
  const { topics } = carried
  const isPortFull = (index: number) =>
    parties.growing.some(
      (model) =>
        model.id.startsWith(`producer-client-port:${index}:`) && model.demandAt(carried) >= model.capacity * fullPort,
    )
  const inPartitions = topics.map(({ hottestWireBytesPerSec, hottestRecordsPerSec }) =>
    hottestRecordsPerSec > 0 ? hottestWireBytesPerSec / hottestRecordsPerSec : 0,
  )
  const throughPorts = situation.producers.map((load, index) =>
    isPortFull(index) ? sentBytesPerRecordOf(load, carried) : 0,
  )
  const wireBytesPerSec = topics.reduce((sum, topic) => sum + loggedBytesPerSec(topic), 0)
  return { headroom, wireBytesPerSec, bytesPerRecord: [...inPartitions, ...throughPorts] }
}
