/**
 * Bounds of the numbers of a run. Files, command-line options and fields of the window share them.
 */
import { z } from 'zod'
import { positive } from './primitives.ts'

const scaleExpected = 'expected a factor from 0.000001 to 1,000, like 0.1'

/** Factor on rates and byte limits of an embedded cluster. */
export const runScale = z.number(scaleExpected).min(0.000_001, scaleExpected).max(1_000, scaleExpected)

const quotaFactorExpected = 'expected a factor from 0.01 to 100, like 0.7'

/** Factor on embedded quotas alone. */
export const runQuotaFactor = z.number(quotaFactorExpected).min(0.01, quotaFactorExpected).max(100, quotaFactorExpected)

const windowExpected = 'expected whole seconds from 1 to 3,600 (Kafka’s default is 11)'

/** Quota window of embedded brokers. Its length is bounded because Kafka keeps a sample for every second of it. */
export const runQuotaWindowSeconds = z.int(windowExpected).min(1, windowExpected).max(3_600, windowExpected)

/**
 * Duration of a run's load. The plan determines the minimum. The maximum is bounded because every second is kept in
 * memory, and for the accuracy of timers.
 */
export const runDurationMs = positive.max(604_800_000, 'expected at most 7 days')
