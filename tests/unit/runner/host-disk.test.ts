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

it('the utilisation of a host’s disks is that of the busiest since the previous reading', () => {
  const disk = diskOf(
    `${line('vda', 100)}\n${line('vdb', 0)}`,
    `${line('vda', 200)}\n${line('vdb', 400)}\n`,
    `${line('vda', 200)}\n${line('vdb', 400)}\n`,
  )
  expect(disk.take()).toBeCloseTo(0.8)
  expect(disk.take()).toBe(0)
})

it('devices that are no physical disk do not count, and the utilisation is at most 1', () => {
  const disk = diskOf(`${line('loop0', 0)}\n${line('vda', 0)}`, `${line('loop0', 500)}\n${line('vda', 10)}`)
  expect(disk.take()).toBeCloseTo(0.02)
  expect(diskOf(line('vda', 0), line('vda', 900)).take()).toBe(1)
})

it('the utilisation is null on a system that does not report it', () => {
  expect(diskOf(null, line('vda', 4)).take()).toBeNull()
  expect(diskOf(line('loop0', 0), line('loop0', 4)).take()).toBeNull()
})
