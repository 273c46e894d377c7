/**
 * Brokers whose disk is as slow as an experiment wants: slow-sync.c, preloaded into their JVMs.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What happened at the disk since it was read before. */
export interface DiskCounts {
  /** Syncs of logs of topics. */
  readonly syncs: number
  /** Syncs of mapped files, which are indexes. */
  readonly msyncs: number
  /** Time that threads slept for the disk, all together. */
  readonly sleptMs: number
}

/** A disk that the laboratory slows down. */
export interface SlowDisk {
  /** Sets how long a sync of a log takes, and one of an index. */
  slowDown(syncMs: number, indexMs: number): void
  /** The counts since the previous call. */
  counts(): DiskCounts
  close(): void
}

const fields = 5
const bytes = fields * 8

/**
 * Builds the library, and a `java` that preloads it. Brokers that are started with `folder` first on the PATH have this
 * disk; the PATH of this process is changed so.
 */
export function makeSlowDisk(folder: string, java: string): SlowDisk {
  const [library, state, wrapper] = [join(folder, 'slow-sync.so'), join(folder, 'disk'), join(folder, 'java')]
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'slow-sync.c'), '-ldl'])
  writeFileSync(state, Buffer.alloc(bytes))
  writeFileSync(wrapper, `#!/bin/sh\nLAB_DISK='${state}' LD_PRELOAD='${library}' exec '${java}' "$@"\n`)
  chmodSync(wrapper, 0o755)
  delete process.env.JAVA_HOME
  process.env.PATH = `${folder}:${process.env.PATH}`
  const file = openSync(state, 'r+')
  const read = (): DiskCounts => {
    const buffer = Buffer.alloc(bytes)
    readSync(file, buffer, 0, bytes, 0)
    const at = (field: number) => Number(buffer.readBigUInt64LE(field * 8))
    return { syncs: at(2), msyncs: at(3), sleptMs: at(4) / 1000 }
  }
  let before = read()
  return {
    slowDown: (syncMs, indexMs) => {
      const buffer = Buffer.alloc(16)
      buffer.writeBigUInt64LE(BigInt(Math.round(syncMs * 1000)), 0)
      buffer.writeBigUInt64LE(BigInt(Math.round(indexMs * 1000)), 8)
      writeSync(file, buffer, 0, 16, 0)
    },
    counts: () => {
      const now = read()
      const since = {
        syncs: now.syncs - before.syncs,
        msyncs: now.msyncs - before.msyncs,
        sleptMs: now.sleptMs - before.sleptMs,
      }
      before = now
      return since
    },
    close: () => closeSync(file),
  }
}
