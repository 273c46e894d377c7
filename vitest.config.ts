import { defineConfig } from 'vitest/config'
import { longParts, type Suite, shortSuites } from './scripts/gate/suites.mjs'
import { LongestFirst } from './tests/ready/longest-first.ts'

/** One project a suite or long part, so that each can be run, timed and counted by itself (`scripts/test.mjs`). */
function projectOf({ name, needs, include, testTimeoutMs, maxWorkers, maxConcurrency, sharesModules }: Suite) {
  return {
    test: {
      name,
      include: [...include],
      // What the suite needs is there, or it says so in one sentence.
      globalSetup: [
        ...(needs.includes('runner') ? ['tests/ready/runner.ts'] : []),
        ...(needs.includes('display') ? ['tests/ready/window.ts'] : []),
      ],
      ...(needs.includes('display') ? { setupFiles: ['tests/ready/own-display.ts'] } : {}),
      isolate: sharesModules !== true,
      testTimeout: testTimeoutMs,
      hookTimeout: Math.min(testTimeoutMs, 300_000),
      ...(maxWorkers === undefined ? {} : { maxWorkers, fileParallelism: maxWorkers > 1 }),
      ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    },
  }
}

export default defineConfig({
  test: { projects: [...shortSuites, ...longParts].map(projectOf), sequence: { sequencer: LongestFirst } },
})
