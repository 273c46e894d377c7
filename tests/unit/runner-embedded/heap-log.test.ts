import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createHeapReader, lastHeapOf } from '../../../src/runner/embedded/heap-log.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

const megabytes = 1_048_576

it('the heap is the one after the last collection in a JVM’s log', () => {
  const log = `[0.012s] Using Serial
[1.104s] GC(0) Pause Young (Allocation Failure) 17M->4M(61M) 7.902ms
[2.861s] GC(1) Pause Full (Metadata GC Threshold) 20480K->8192K(61M) 21.330ms
`
  expect(lastHeapOf(log)).toEqual({ heapUsedBytes: 8 * megabytes, heapBytes: 61 * megabytes })
  expect(lastHeapOf('[0.012s] Using Serial\n')).toBeNull()
})

it('there is no heap without a log or a collection; in a growing log the newest counts', () => {
  const path = join(folder.path, 'heap.log')
  const read = createHeapReader(path)
  expect(read()).toBeNull()
  writeFileSync(path, '[0.012s] Using Serial\n')
  expect(read()).toBeNull()
  appendFileSync(path, 'x\n'.repeat(5_000))
  appendFileSync(path, '[1.1s] GC(0) Pause Young 17M->4M(61M) 7.9ms\n')
  expect(read()).toEqual({ heapUsedBytes: 4 * megabytes, heapBytes: 61 * megabytes })
  expect(read()).toEqual({ heapUsedBytes: 4 * megabytes, heapBytes: 61 * megabytes })
})
