/**
 * Stores the results of client probes in the state folder.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ClientProbe,
  type ClientProbeFile,
  clientProbeFile,
  clientProbeFileName,
} from '../../contracts/client-ceiling.ts'
import type { ClientLoop } from '../../contracts/environment.ts'
import { busyShare } from '../../measurement/compute-client-ceiling.ts'
import { readSmallFile } from '../admin/read-small-file.ts'

const maxProbes = 40

const validForMs = 7 * 24 * 3_600_000
/** Shorter limit if other programs used the CPU during the probe, because the result is then too low. */
const busyValidForMs = 600_000

/** The machine, record and software versions that a probe is valid for. */
export type ProbeIdentity = Omit<ClientProbeFile['probes'][number], 'probe'>

/** Reads the probe with this identity. @returns null if there is no valid one */
export function readProbe(stateDirectory: string, identity: ProbeIdentity, nowEpochMs: number): ClientProbe | null {
  const found = readAll(stateDirectory).find((each) => isSame(each, identity))?.probe
  if (found === undefined) return null
  const wasBusy = found.otherCpu !== null && found.otherCpu > busyShare
  const ageMs = nowEpochMs - found.measuredAtEpochMs
  return ageMs >= 0 && ageMs < (wasBusy ? busyValidForMs : validForMs) ? found : null
}

/**
 * Stores a probe and drops an older one with the same identity. If the folder is not writable, the next run probes
 * again.
 */
export function keepProbe(stateDirectory: string, identity: ProbeIdentity, probe: ClientProbe): void {
  const others = readAll(stateDirectory).filter((each) => !isSame(each, identity))
  const probes = [{ ...identity, probe }, ...others].slice(0, maxProbes)
  const content: ClientProbeFile = { kind: 'headroom.client-probes', schemaVersion: 1, probes }
  const path = join(stateDirectory, clientProbeFileName)
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch {
    // The error is not reported here, because the run's lease needs the same folder and reports it.
  }
}

function isSame(left: ProbeIdentity, right: ProbeIdentity): boolean {
  const isSameSoftware = left.nodeVersion === right.nodeVersion && left.librdkafkaVersion === right.librdkafkaVersion
  return isSameSoftware && loopOf(left) === loopOf(right) && left.key === right.key
}

/** The loop that was probed. Files from before the load engine do not name it. */
function loopOf({ producerLoop = 'reference' }: ProbeIdentity): ClientLoop['kind'] {
  return producerLoop
}

/** Returns no probes if the file is missing, damaged or of another version, because probes can be repeated. */
function readAll(stateDirectory: string): ClientProbeFile['probes'] {
  try {
    const content: unknown = JSON.parse(readSmallFile(join(stateDirectory, clientProbeFileName)))
    return clientProbeFile.safeParse(content).data?.probes ?? []
  } catch {
    return []
  }
}
