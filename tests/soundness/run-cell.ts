/**
 * Many worlds of one cell, each through the real measurement and the real verdict.
 */

import { createRandom } from '../../src/contracts/seeded-random.ts'
import type { VerdictKind } from '../../src/contracts/verdict.ts'
import { overlayResult } from '../../src/evidence/overlay.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import type { Cell } from './cells.ts'
import type { Counts } from './demands.ts'
import { type Random, seedOf } from './random.ts'
import { drawNoise } from './resampled-noise.ts'
import { sendWorld, type World } from './world.ts'

export function runCell(cell: Cell, worlds: number): Counts {
  const random = createRandom(seedOf(cell.name))
  const verdicts: Record<VerdictKind, number> = { confirmed: 0, above: 0, below: 0, 'not-proven': 0 }
  const reasons: Record<string, number> = {}
  let confirmedAtLimit = 0
  for (let index = 0; index < worlds; index += 1) {
    const { verdict, reasonCode, limitReached } = judgeWorld(cell, random)
    verdicts[verdict] += 1
    reasons[reasonCode] = (reasons[reasonCode] ?? 0) + 1
    if (verdict === 'confirmed' && limitReached) confirmedAtLimit += 1
  }
  return { worlds, verdicts, confirmedAtLimit, reasons }
}

/** The verdict on one world, drawn from the cell. */
export function judgeWorld(cell: Cell, random: Random) {
  const { prediction, target } = cell.prepared
  const world = drawWorld(cell, random)
  const result = computeResult(world.plan, sendWorld(world))
  return overlayResult({ prediction, result, target, plan: world.plan, status: 'complete', endReason: 'plan-complete' })
}

function drawWorld({ prepared, noise: source, truth }: Cell, random: Random): World {
  const noise = drawNoise(source, random)
  return {
    ...truth,
    plan: prepared.planOf(noise.windowSeconds),
    wireBytesPerRecord: prepared.wireBytesPerRecord * noise.wireToPredicted,
    readWireBytesPerRecord: prepared.readWireBytesPerRecord * noise.readWireToPredicted,
    requestsPerRecord: prepared.requestsPerRecord,
    noise,
  }
}
