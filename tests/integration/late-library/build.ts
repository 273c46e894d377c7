/** Compiles the engine's producer with the library that replaces librdkafka in the test (library.h). */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runnerPath } from '../../../scripts/setup/paths.mjs'

/** How often each case occurred in the loads of `sends`. The test requires that each has occurred. */
export interface SentLate {
  readonly records: number
  /** Values that the library had to copy, because no copy of ours was free. */
  readonly copiedValues: number
  /** Copies of parts of pools, because a part was in flight already. */
  readonly addedCopies: number
  readonly refusedForRoom: number
  /** Records that were refused after others of the same call had been taken. */
  readonly refusedBehindOthers: number
  readonly refusedForSize: number
  readonly failed: number
  /** Records that had no report when their client was destroyed. */
  readonly dropped: number
  readonly stoppedEarly: number
  readonly abortedTransactions: number
}

const folder = import.meta.dirname
const enginePath = join(runnerPath, 'engine')
/** Sources of the engine that need Node-API or that read records. */
const otherSources = /binding|arguments|group|member/

/** Builds the program. @param outputPath path of the executable */
export function buildSends(outputPath: string, addedArguments: readonly string[] = []): void {
  const sourcesIn = (path: string) => readdirSync(path).filter((name) => name.endsWith('.c'))
  execFileSync('cc', [
    ...['-std=c11', '-D_GNU_SOURCE', '-O2', '-Wall', '-Wextra', '-Werror', '-ffp-contract=off'],
    ...['-isystem', join(runnerPath, 'node_modules', 'headroom-engine-headers'), '-I', enginePath, '-I', folder],
    ...sourcesIn(folder).map((name) => join(folder, name)),
    ...sourcesIn(enginePath)
      .filter((name) => !otherSources.test(name))
      .map((name) => join(enginePath, name)),
    ...['-o', outputPath, '-lpthread', '-lm'],
    ...addedArguments,
  ])
}

/** Runs the program. @throws if a record was not as expected */
export function sendLate(path: string, seed: number, cases: number): SentLate {
  return JSON.parse(execFileSync(path, [String(seed), String(cases)], { encoding: 'utf8' }))
}
