import { describe, expect, it } from 'vitest'
import { withClientsOfRun } from '../../../src/capacity/run-transactions.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { Driver } from '../../../src/contracts/run-plan.ts'
import { planConsumers } from '../../../src/planning/planned-consumers.ts'
import { planProducers } from '../../../src/planning/planned-producers.ts'
import { dedicated, smallScenario } from './known-files.ts'

function withClients(clients: number, transactionMs?: number) {
  return smallScenario({ producer: { clients, ...(transactionMs === undefined ? {} : { transactionMs }) } })
}

/** The length that the transactions have in the prediction for a run. */
function lengthIn(clients: number, driver?: Driver): number | undefined {
  return withClientsOfRun(withClients(clients, 100), driver).workload.producers[0]?.transactionMs
}

const names = new Map([['events', ['events']]])

describe('the transactions of a run', () => {
  it('are those of the scenario if it has as many clients', () => {
    expect([1, 16].map((clients) => lengthIn(clients))).toEqual([100, 100])
    const plain = withClients(4)
    expect(withClientsOfRun(plain)).toBe(plain)
  })

  it('are as many as those of the clients that it has', () => {
    // 16 clients that commit each 100 ms commit as often as 64 that commit each 400 ms.
    expect(lengthIn(64)).toBe(400)
    const commits = (clients: number, transactionMs: number) => {
      const { topics } = solve(withClients(clients, transactionMs), dedicated).offered
      return topics[0]?.commitRequestsPerSec ?? Number.NaN
    }
    // But for the time of a commit, which does not grow with the length.
    expect(commits(64, 400) / commits(16, 100)).toBeCloseTo(1, 1)
  })

  it('are none with the tools of others, which send the same records', () => {
    const expected = smallScenario({ producer: { clients: 4, isIdempotent: true } }).workload.producers
    for (const driver of ['kafka-perf-test', 'trogdor'] as const)
      expect(withClientsOfRun(withClients(4, 100), driver).workload.producers).toEqual(expected)
  })

  it('are planned for each client, with a note if it has other clients', () => {
    const few = planProducers(withClients(2, 100), 'r1', names)
    expect(few.planned.map(({ transactionMs, isIdempotent }) => [transactionMs, isIdempotent])).toEqual([
      [100, true],
      [100, true],
    ])
    expect(few.notes).toEqual([])
    expect(planProducers(withClients(64, 100), 'r1', names).notes).toContain(
      'The run sends the transactions of "producer" from 16 clients instead of 64, so they are fewer and larger. The run is predicted with them.',
    )
    expect(planProducers(withClients(2), 'r1', names).planned[0]).not.toHaveProperty('transactionMs')
  })

  it('are read by groups that read past markers', () => {
    const groupsOf = (transactionMs?: number) =>
      planConsumers(withClients(2, transactionMs), { runId: 'r1' }, names).planned.map((group) => group.hasTransactions)
    expect(groupsOf(100)).toContain(true)
    expect(groupsOf()).not.toContain(true)
  })
})
