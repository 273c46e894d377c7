/**
 * Looks up the load that this machine's clients can offer, from the probe of an earlier run.
 */
import { cpus, hostname } from 'node:os'
import { join } from 'node:path'
import { type ClientCeiling, clientProbeFile, clientProbeFileName } from '../../contracts/client-ceiling.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { ceilingOf, isWorthProbing, probedProducer, probeKey } from '../../measurement/compute-client-ceiling.ts'
import { readJsonFile } from '../files/read-json-file.ts'

/**
 * Returns the ceiling from the newest probe of similar records on this machine. Returns null if there is none, or if
 * the load is so small that no machine is probed for it. The run itself makes its own probe.
 */
export async function knownCeiling(stateDirectory: string, plan: RunPlan): Promise<ClientCeiling | null> {
  if (!isWorthProbing(plan)) return null
  const cores = Math.max(1, cpus().length)
  const machine = { hostName: hostname(), cpuModel: cpus()[0]?.model ?? 'unknown', cpuCores: cores }
  const key = probeKey(machine, probedProducer(plan))
  const probes = (await readProbes(stateDirectory)).filter((each) => each.key === key).map(({ probe }) => probe)
  const [newest] = probes.sort((left, right) => right.measuredAtEpochMs - left.measuredAtEpochMs)
  return newest === undefined ? null : ceilingOf(newest, plan, cores)
}

/** Reads the stored probes. Returns none if the file is missing or unreadable. */
async function readProbes(stateDirectory: string) {
  const kind = { noun: 'probes', schema: clientProbeFile, code: 'STORE_UNUSABLE', remedy: '' } as const
  const content = await readJsonFile(join(stateDirectory, clientProbeFileName), kind).catch(() => null)
  return content?.probes ?? []
}
