import type { Setup } from '../../../src/workbench/setup/setup.ts'

/** A set-up with which everything is ready. */
export const readySetup: Setup = {
  status: () => ({ isRunnerReady: true, isKafkaReady: true, isWorking: false, steps: [] }),
  settled: async () => readySetup.status(),
  prepare: () => undefined,
  onChange: () => () => undefined,
  close: () => undefined,
}
