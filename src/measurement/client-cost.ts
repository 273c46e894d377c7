/**
 * The resources that the load generator used.
 */
import type { Result } from '../contracts/result.ts'
import type { Sample } from '../contracts/sample.ts'
import { meanOf } from './batch-means.ts'

/**
 * The CPU and event loop figures over a set of seconds. CPU is the mean of the busiest worker, so that one second of
 * start-up has little effect.
 */
export function clientCostOver(seconds: readonly Sample[]): Result['client'] {
  return {
    maxWorkerCpuCores: busiestWorkerCores(seconds),
    eventLoopLagMaxMs: largest(seconds.flatMap((sample) => sample.workers.map((worker) => worker.eventLoopLagMaxMs))),
    hostCpuMean: busiestHost(seconds)?.cpu ?? null,
  }
}

/** Mean CPU utilisation of the busiest machine, and its name if agents ran the load; null if unknown. */
export function busiestHost(seconds: readonly Sample[]): { readonly host: string | null; readonly cpu: number } | null {
  const cpuOfThisHost = seconds.flatMap((sample) => sample.hostCpu ?? [])
  const byHost = new Map<string, number[]>()
  for (const { host, cpu } of seconds.flatMap((sample) => sample.hosts ?? [])) {
    const cpus = byHost.get(host)
    if (cpus === undefined) byHost.set(host, [cpu])
    else cpus.push(cpu)
  }
  const means = [...byHost].map(([host, cpus]) => ({ host, cpu: Math.min(1, meanOf(cpus)) }))
  const [first, ...others] = means
  if (first !== undefined) return others.reduce((busiest, host) => (host.cpu > busiest.cpu ? host : busiest), first)
  return cpuOfThisHost.length === 0 ? null : { host: null, cpu: Math.min(1, meanOf(cpuOfThisHost)) }
}

/** Mean CPU of the busiest worker, optionally of one role, in cores; 0 without workers. */
export function busiestWorkerCores(seconds: readonly Sample[], role?: 'producer' | 'consumer'): number {
  return busiestWorker(seconds, role).cores
}

/** The agent (null if no agents ran the load) and mean CPU of the busiest worker; 0 cores if there are no workers. */
export function busiestWorker(
  seconds: readonly Sample[],
  role?: 'producer' | 'consumer',
): { readonly agent: string | null; readonly cores: number } {
  const byWorker = new Map<string, number[]>()
  for (const worker of seconds.flatMap((sample) => sample.workers)) {
    if (role !== undefined && worker.role !== role) continue
    const cores = byWorker.get(worker.workerId)
    if (cores === undefined) byWorker.set(worker.workerId, [worker.cpuCores])
    else cores.push(worker.cpuCores)
  }
  const means = [...byWorker].map(([workerId, cores]) => ({ agent: agentOf(workerId), cores: meanOf(cores) }))
  return means.reduce((busiest, worker) => (worker.cores > busiest.cores ? worker : busiest), { agent: null, cores: 0 })
}

/** Mean over the seconds of the longest event loop pause of any worker, in ms. */
export function meanEventLoopLagMs(seconds: readonly Sample[], role: 'producer' | 'consumer'): number {
  return meanOf(
    seconds.map((sample) =>
      largest(sample.workers.filter((worker) => worker.role === role).map((worker) => worker.eventLoopLagMaxMs)),
    ),
  )
}

function largest(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), 0)
}

/** The agent of a worker; null without one. The worker `10.0.0.5:7443/producers-1` runs on the agent 10.0.0.5:7443. */
function agentOf(workerId: string): string | null {
  const at = workerId.lastIndexOf('/')
  return at === -1 ? null : workerId.slice(0, at)
}
