/**
 * The clients that a plan's driver names.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { PerfTestClients, type PerfTestListener } from './perf-test-clients.ts'
import type { RunClients } from './run-clients.ts'
import { WorkerPool, type WorkerPoolListener } from './worker-pool.ts'

/** Clients that do nothing yet. */
export function chooseClients(plan: RunPlan, listener: WorkerPoolListener & PerfTestListener): RunClients {
  return plan.driver === 'kafka-perf-test' ? new PerfTestClients(plan, listener) : new WorkerPool(listener)
}
