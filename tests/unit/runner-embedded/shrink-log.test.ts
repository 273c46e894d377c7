import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createShrinkCounter } from '../../../src/runner/embedded/shrink-log.ts'

const shrink = (partition: number) =>
  `2026-01-01 00:00:00.000 [kafka-scheduler-1] INFO kafka.cluster.Partition - [Partition t-${partition} broker=1] Shrinking ISR from 1,2,3 to 1,3. Leader: (highWatermark: 1).\n`

it('counts each shrink of an ISR once, in the call after it was logged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-shrink-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'broker.log')
  const count = createShrinkCounter(path)
  expect(count()).toBeNull()
  writeFileSync(path, `INFO Kafka Server started\n${shrink(0)}`)
  expect(count()).toBe(1)
  expect(count()).toBe(0)
  // A line that is written in two parts, and more text than one read takes.
  const half = shrink(1).length / 2
  appendFileSync(path, shrink(1).slice(0, half))
  expect(count()).toBe(0)
  appendFileSync(path, `${shrink(1).slice(half)}${'INFO nothing of note\n'.repeat(30_000)}${shrink(2)}`)
  expect(count()).toBe(2)
})
