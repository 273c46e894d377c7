/**
 * In each worker of a suite with property tests, before its test files: gives fast-check the seed of this run.
 */
import fc from 'fast-check'

const seed = process.env.HEADROOM_PROPERTY_SEED
if (seed === undefined) throw new Error('expected vitest.config.ts to set HEADROOM_PROPERTY_SEED')
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
