import { expect, it } from 'vitest'
import { HostDisk } from '../../../src/runner/host/host-disk.ts'

/** A line as Linux writes it; the tenth number is the time spent doing I/Os. */
const line = (name: string, busyMs: number) => ` 254 0 ${name} 1 2 3 4 5 6 7 8 0 ${busyMs} 12 0 0 0 0`

function diskOf(...readings: readonly (string | null)[]) {
  let [reading, nowMs] = [0, 0]
  return new HostDisk(
    () => readings[reading++] ?? null,
    () => {
      nowMs += 500
      return nowMs
    },
  )
}

it('a host’s disk is as busy as its busiest one, since it was asked before', () => {
  const disk = diskOf(
    `${line('vda', 100)}\n${line('vdb', 0)}`,
    `${line('vda', 200)}\n${line('vdb', 400)}\n`,
    `${line('vda', 200)}\n${line('vdb', 400)}\n`,
  )
  expect(disk.take()).toBeCloseTo(0.8)
  expect(disk.take()).toBe(0)
})

it('devices without a disk behind them do not count, and more than all of the time is all of it', () => {
  const disk = diskOf(`${line('loop0', 0)}\n${line('vda', 0)}`, `${line('loop0', 500)}\n${line('vda', 10)}`)
  expect(disk.take()).toBeCloseTo(0.02)
  expect(diskOf(line('vda', 0), line('vda', 900)).take()).toBe(1)
})

it('a system that does not tell has none', () => {
  expect(diskOf(null, line('vda', 4)).take()).toBeNull()
  expect(diskOf(line('loop0', 0), line('loop0', 4)).take()).toBeNull()
})
