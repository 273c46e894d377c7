import { defineConfig } from 'vitest/config'

/** Long tests whose loads are a small part of what the machine carries: two of them do not disturb each other. */
const longAndLight = [
  'agent-bundle',
  'agents-lost-controller',
  'plan-script',
  'quota-debt',
  'saturation',
  'soak',
  'trogdor',
  'unknown-records',
].map((name) => `tests/long/${name}.test.ts`)

/** One project a suite, so that each can be run, timed and counted by itself (`scripts/test.mjs`). */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 20_000 } },
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], testTimeout: 20_000 } },
      {
        test: {
          name: 'integration',
          globalSetup: 'tests/ready/runner.ts',
          include: ['tests/integration/**/*.test.ts'],
          // They ask whether something happens, not how much: two files share the machine.
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'verdicts',
          globalSetup: 'tests/ready/runner.ts',
          include: ['tests/verdicts/**/*.test.ts'],
          // Clusters side by side: five of them on two cores disturb each other's measurement.
          maxConcurrency: 3,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'faults',
          globalSetup: 'tests/ready/runner.ts',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: ['tests/ready/runner.ts', 'tests/ready/window.ts'],
          include: ['tests/e2e/**/*.e2e.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long',
          globalSetup: 'tests/ready/runner.ts',
          include: ['tests/long/**/*.test.ts'],
          exclude: longAndLight,
          testTimeout: 1_200_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long-and-light',
          globalSetup: 'tests/ready/runner.ts',
          include: longAndLight,
          maxWorkers: 2,
          testTimeout: 1_200_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
