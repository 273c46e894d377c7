/**
 * The constraint of requests/s to a cluster, if the offering limits them.
 */
import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOn, type LimitUse } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

const use: LimitUse = {
  id: 'requests',
  layer: 'cluster',
  mayBurst: false,
  demandAt: (traffic) => traffic.requestsPerSec,
  demandText: (demand) => `${formatInUnit(demand, 'requests/s')} to produce and fetch`,
}

const useWithTransactions: LimitUse = {
  ...use,
  demandText: (demand) => `${formatInUnit(demand, 'requests/s')} to produce, fetch and commit transactions`,
}

/**
 * Requests/s of all clients: produce, fetch, and those of transactions. As the load grows, linger and round trip bound their
 * number.
 */
export function requestsConstraint(situation: Situation): ConstraintModel[] {
  const hasTransactions = situation.producers.some(({ transactionMs }) => transactionMs !== null)
  return constraintOn(situation, 'requests', hasTransactions ? useWithTransactions : use)
}
