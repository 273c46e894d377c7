import { expect } from 'vitest'
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

/** Headroom by rates alone, of the constraints that grow, and what is written at it. */
function mostOf({ scenario, offering }: Case): { readonly headroom: number; readonly wireBytesPerSec: number } {
  const { headroom, waitingAt } = solve(scenario, offering)
  return { headroom: headroom.factor, wireBytesPerSec: waitingAt(headroom.factor).figures.ingressWireBytesPerSec }
}
