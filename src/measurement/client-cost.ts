/**
 * What the load generator itself cost.
 */
import type { Result } from '../contracts/result.ts'
import type { Sample } from '../contracts/sample.ts'
import { meanOf } from './batch-means.ts'

/** Client cost over a set of seconds: the busiest worker's mean, so that one second of start-up does not count. */
export function clientCostOver(seconds: readonly Sample[]): Result['client'] {
  const hostCpu = seconds.flatMap((sample) => sample.hostCpu ?? [])
  return {
    maxWorkerCpuCores: busiestWorkerCores(seconds),
    eventLoopLagMaxMs: largest(seconds.flatMap((sample) => sample.workers.map((worker) => worker.eventLoopLagMaxMs))),
    hostCpuMean: hostCpu.length === 0 ? null : Math.min(1, meanOf(hostCpu)),
  }
}

/** Mean CPU of the busiest worker (of one role, where given), in cores; 0 without workers. */
export function busiestWorkerCores(seconds: readonly Sample[], role?: 'producer' | 'consumer'): number {
  const byWorker = new Map<string, number[]>()
  for (const worker of seconds.flatMap((sample) => sample.workers)) {
    if (role !== undefined && worker.role !== role) continue
    const cores = byWorker.get(worker.workerId)
    if (cores === undefined) byWorker.set(worker.workerId, [worker.cpuCores])
    else cores.push(worker.cpuCores)
  }
  return largest([...byWorker.values()].map(meanOf))
}

/** Mean over the seconds of the longest pause of any worker's event loop, in ms. */
export function meanEventLoopLagMs(seconds: readonly Sample[], role: 'producer' | 'consumer'): number {
  return meanOf(
    seconds.map((sample) =>
      largest(sample.workers.filter((worker) => worker.role === role).map((worker) => worker.eventLoopLagMaxMs)),
    ),
  )
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}
