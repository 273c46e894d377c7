/**
 * Chooses the kind of clients by the plan's driver.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { PerfTestClients, type PerfTestListener } from './perf-test-clients.ts'
import type { RunClients } from './run-clients.ts'
import { TrogdorClients } from './trogdor-clients.ts'
import { WorkerPool, type WorkerPoolListener } from './worker-pool.ts'

/** Creates the clients without starting any process. */
export function chooseClients(plan: RunPlan, listener: WorkerPoolListener & PerfTestListener): RunClients {
  if (plan.driver === 'kafka-perf-test') return new PerfTestClients(plan, listener)
  if (plan.driver === 'trogdor') return new TrogdorClients(plan, listener)
  return new WorkerPool(listener)
}
