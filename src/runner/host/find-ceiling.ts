/**
 * Finds the client ceiling, which is how much of a plan's load this machine's clients can offer. It uses a stored probe
 * or makes a new one.
 */
import { cpus, hostname } from 'node:os'
import { AppError } from '../../contracts/app-error.ts'
import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import { ceilingOf, isWorthProbing, probedProducer, probeKey } from '../../measurement/compute-client-ceiling.ts'
import { judgeCeiling } from '../preflight/ceiling-check.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { skipped, warned } from '../preflight/make-check.ts'
import { coreCount } from './assign-workers.ts'
import { keepProbe, readProbe } from './probe-cache.ts'
import { type ProbeInput, probeClient } from './probe-client.ts'

/** The ceiling, null if it is unknown, and its check in the preflight. */
export type FoundCeiling = { readonly check: PreflightCheck; readonly ceiling: ClientCeiling | null }

/** Input of `findCeiling`. It calls `onProbe` before it makes a new probe, which takes seconds. */
export type CeilingInput = ProbeInput & { readonly client: ClientDescription; onProbe(): void }

/** Finds the ceiling. Never rejects, because a run is possible without a known ceiling. */
export async function findCeiling(input: CeilingInput): Promise<FoundCeiling> {
  const { plan, client, stateDirectory } = input
  if (!client.isLoaded) return { check: skipped('client-ceiling', 'Not probed: there is no client.'), ceiling: null }
  if (!isWorthProbing(plan)) {
    const why = 'Not probed: the plan needs far less than any machine can offer.'
    return { check: skipped('client-ceiling', why), ceiling: null }
  }
  const machine = { hostName: hostname(), cpuModel: cpus()[0]?.model ?? 'unknown', cpuCores: coreCount() }
  const key = probeKey(machine, probedProducer(plan))
  const identity = {
    key,
    nodeVersion: process.versions.node,
    librdkafkaVersion: client.librdkafkaVersion,
    producerLoop: client.loops.producers.kind,
  }
  try {
    let probe = readProbe(stateDirectory, identity, Date.now())
    if (probe === null) {
      input.onProbe()
      probe = await probeClient(input)
      keepProbe(stateDirectory, identity, probe)
    }
    const ceiling = ceilingOf(probe, plan, coreCount())
    return { check: judgeCeiling(ceiling, plan), ceiling }
  } catch (error) {
    const { message } = AppError.from(error)
    return { check: warned('client-ceiling', `It could not be probed: ${message}`, null), ceiling: null }
  }
}
