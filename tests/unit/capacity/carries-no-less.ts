import { expect } from 'vitest'
import { headroomFactor } from '../../../src/capacity/headroom.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { Case } from './random-scenarios.ts'

/** What arithmetic leaves behind, relative. */
const noise = 1e-9

/**
 * The law that more units never carry less. It is about bytes: more brokers are more connections, in whose emptier batches
 * each record takes more of a partition that is full.
 */
export function expectNoLess(after: Case, before: Case): void {
  const [most, mostBefore] = [mostOf(after), mostOf(before)]
  if (most.wireBytesPerSec >= mostBefore.wireBytesPerSec * (1 - noise)) return
  expect(most.headroom).toBeGreaterThanOrEqual(mostBefore.headroom * (1 - noise))
}

/** Headroom by rates alone, whether or not a limit on a count refuses the load, and what is written at it. */
function mostOf({ scenario, offering }: Case): { readonly headroom: number; readonly wireBytesPerSec: number } {
  const { parties, waitingAt } = solve(scenario, offering)
  const headroom = headroomFactor(waitingAt, parties.growing)
  return { headroom, wireBytesPerSec: waitingAt(headroom).figures.ingressWireBytesPerSec }
}
