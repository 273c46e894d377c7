/**
 * Measures what this host itself does during a run: its processors, its disks and the brokers that it runs.
 */
import { HostCpu } from './host-cpu.ts'
import { HostDisk } from './host-disk.ts'
import type { HostSecond } from './merge-samples.ts'
import type { RunResources } from './run-resources.ts'

/**
 * Begins the measurement.
 *
 * @returns a function that measures the time since its previous call; its first call measures the time since `createHostSampler`.
 *   Without an embedded cluster it returns no figures of disks and brokers, because the brokers are on other machines.
 */
export function createHostSampler({
  leasedCluster,
}: RunResources): () => Pick<HostSecond, 'brokers' | 'hostCpu' | 'hostDisk'> {
  const hostCpu = new HostCpu()
  const hostDisk = leasedCluster === null ? null : new HostDisk()
  // Sets the baseline of the brokers' counters, so that the first sample does not include the brokers' start-up.
  leasedCluster?.cluster.sampleBrokers()
  return () => ({
    brokers: leasedCluster?.cluster.sampleBrokers() ?? [],
    hostCpu: hostCpu.take(),
    hostDisk: hostDisk?.take() ?? null,
  })
}
