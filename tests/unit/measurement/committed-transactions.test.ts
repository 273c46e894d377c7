import { describe, expect, it } from 'vitest'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { transactionsOver } from '../../../src/measurement/committed-transactions.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { accountingSection } from '../../../src/presentation/run/sections/accounting-section.ts'
import { secondsOf } from './counted-seconds.ts'
import { simulateRun } from './simulated-run.ts'

const ended = { committed: 8, commitMs: 24, aborted: 0, markers: 48, abortedRecords: 0 }

describe('the transactions of a run', () => {
  it('are those of all producers that have some, a second', () => {
    const producers = [
      { producerId: 'p0', transactions: ended },
      { producerId: 'p1', transactions: { ...ended, committed: 2, commitMs: 16, aborted: 1, markers: 18 } },
      { producerId: 'plain' },
    ]
    const seconds = secondsOf([{ producers }, { producers }])
    expect(transactionsOver(seconds)).toEqual({
      committed: 20,
      aborted: 2,
      committedPerSec: 10,
      markersPerSec: 66,
      commitMeanMs: 4,
    })
  })

  it('are not there if no producer has any, and have no time if none was committed', () => {
    expect(transactionsOver(secondsOf([{ producers: [{ producerId: 'p0' }] }]))).toBeNull()
    const none = { ...ended, committed: 0, commitMs: 0, markers: 0 }
    const seconds = secondsOf([{ producers: [{ producerId: 'p0', transactions: none }] }])
    expect(transactionsOver(seconds)).toMatchObject({ committed: 0, committedPerSec: 0, commitMeanMs: null })
  })

  it('are counted during the load, and told of in the report', () => {
    const { plan, samples } = simulateRun({})
    const marked = samples.map((sample) => ({
      ...sample,
      producers: sample.producers.map((producer, index) =>
        index > 0 ? producer : { ...producer, transactions: ended },
      ),
    }))
    const result = computeResult(plan, marked)
    const loadSec = plan.durationMs / 1000
    expect(result.transactions).toMatchObject({ committed: 8 * loadSec, committedPerSec: 8, commitMeanMs: 3 })
    expect(computeResult(plan, samples)).not.toHaveProperty('transactions')
    const record = { id: plan.runId, plan, target: { kind: 'connection' } } as unknown as MeasuredRecord
    const text = JSON.stringify(accountingSection(record, marked, result).blocks)
    expect(text).toContain(
      `Transactions during the load: ${8 * loadSec} committed, 8/s, each in 3 ms on average; 0 aborted.`,
    )
  })
})
