import { expect } from 'vitest'
import { headroomFactor } from '../../../src/capacity/headroom.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { loggedBytesPerSec } from '../../../src/capacity/topic-traffic.ts'
import type { Case } from './random-scenarios.ts'

/** What arithmetic leaves behind, relative. */
const noise = 1e-9

/**
 * The law that more units never carry less. It is about bytes: more brokers are more connections, in whose emptier batches
 * each record takes more of a partition that is full. So it carries as many bytes in all, or at least as many records as
 * before where a record of the fullest partition has as many bytes. Markers of transactions count among the bytes, because
 * faster brokers end commits sooner, and clients then make more of them.
 */
export function expectNoLess(after: Case, before: Case): void {
  const [most, mostBefore] = [mostOf(after), mostOf(before)]
  if (most.wireBytesPerSec >= mostBefore.wireBytesPerSec * (1 - noise)) return
  const heavier = most.bytesPerRecord.map((bytes, index) =>
    bytes > 0 ? bytes / (mostBefore.bytesPerRecord[index] ?? bytes) : 1,
  )
  expect(most.headroom * Math.max(1, ...heavier)).toBeGreaterThanOrEqual(mostBefore.headroom * (1 - noise))
}

/** What is carried by rates alone, whether or not a limit on a count refuses the load. */
type Most = {
  readonly headroom: number
  readonly wireBytesPerSec: number
  /** Wire bytes of a record in the fullest partition of each topic, a mean over its producers; 0 if there are none. */
  readonly bytesPerRecord: readonly number[]
}

function mostOf({ scenario, offering }: Case): Most {
  const { parties, waitingAt } = solve(scenario, offering)
  const headroom = headroomFactor(waitingAt, parties.growing)
  const { topics } = waitingAt(headroom)
  const bytesPerRecord = topics.map(({ hottestWireBytesPerSec, hottestRecordsPerSec }) =>
    hottestRecordsPerSec > 0 ? hottestWireBytesPerSec / hottestRecordsPerSec : 0,
  )
  const wireBytesPerSec = topics.reduce((sum, topic) => sum + loggedBytesPerSec(topic), 0)
  return { headroom, wireBytesPerSec, bytesPerRecord }
}
