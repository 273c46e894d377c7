/**
 * How often the verdict is wrong, by cell of the adversary (tests/soundness): 5,000 worlds each, seeded. Needs no Kafka.
 *
 * With HEADROOM_RECORD_SOUNDNESS=FILE the counts of each cell are added to that file, a line each.
 */
import { appendFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cells } from '../soundness/cells.ts'
import { failuresOf } from '../soundness/demands.ts'
import { knownFailures } from '../soundness/known-failures.ts'
import { runCell } from '../soundness/run-cell.ts'

const worldsPerCell = 5_000
const recordPath = process.env.HEADROOM_RECORD_SOUNDNESS

describe('the verdict on worlds whose truth is known', () => {
  it.each(cells.map((cell) => [cell.name, cell] as const))('meets what is demanded of %s', (name, cell) => {
    const counts = runCell(cell, worldsPerCell)
    if (recordPath !== undefined)
      appendFileSync(recordPath, `${JSON.stringify({ name, kind: cell.kind, ...counts })}\n`)
    const failures = failuresOf(cell.kind, counts)
    expect(failures.length > 0, `${failures.join('; ')} ${JSON.stringify(counts)}`).toBe(name in knownFailures)
  })
})
