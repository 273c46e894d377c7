/**
 * In each worker of a suite with property tests, before its test files: gives fast-check the seed of this run, and says what
 * it does when a property fails.
 */
import { relative } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { failureSettings, reportFailure } from './property-failures.ts'

const root = `${import.meta.dirname}/../..`
const { env } = process

const seed = env.HEADROOM_PROPERTY_SEED
if (seed === undefined) throw new Error('expected vitest.config.ts to set HEADROOM_PROPERTY_SEED')
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...failureSettings(env),
  seed: Number(seed),
  reporter: (details) => {
    const { testPath = '', currentTestName = '' } = expect.getState()
    reportFailure(details, { file: relative(root, testPath), test: currentTestName }, env)
  },
})
