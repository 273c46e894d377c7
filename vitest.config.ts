import { defineConfig } from 'vitest/config'
import { propertySeed, propertySeedVariable } from './scripts/gate/property-seed.mjs'
import { longParts, type Suite, shortSuites } from './scripts/gate/suites.mjs'
import { LongestFirst } from './tests/ready/longest-first.ts'

const { env } = process

/** What property tests are told: the seed, and in the long part how many times as often each is tried. */
function propertyEnvironment({ seed, times }: NonNullable<Suite['properties']>): Record<string, string> {
  const asked = env[propertySeedVariable] ?? (seed === 'random' ? seed : undefined)
  return {
    [propertySeedVariable]: String(propertySeed(import.meta.dirname, asked)),
    ...(times === undefined ? {} : { HEADROOM_PROPERTY_TIMES: env.HEADROOM_PROPERTY_TIMES ?? String(times) }),
  }
}

/** One project a suite or long part, so that each can be run, timed and counted by itself (`scripts/test.mjs`). */
function projectOf({
  name,
  needs,
  include,
  testTimeoutMs,
  maxWorkers,
  maxConcurrency,
  sharesModules,
  properties,
}: Suite) {
  return {
    test: {
      name,
      include: [...include],
      // What the suite needs is there, or it says so in one sentence.
      globalSetup: [
        ...(needs.includes('runner') ? ['tests/ready/runner.ts'] : []),
        ...(needs.includes('display') ? ['tests/ready/window.ts'] : []),
      ],
      setupFiles: [
        ...(needs.includes('display') ? ['tests/ready/own-display.ts', 'tests/ready/own-workspaces.ts'] : []),
        ...(properties === undefined ? [] : ['tests/ready/property-seed.ts']),
      ],
      ...(properties === undefined ? {} : { env: propertyEnvironment(properties) }),
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
