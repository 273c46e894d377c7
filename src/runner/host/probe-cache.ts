/**
 * Probes of the client that were made before, in the state folder.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ClientProbe,
  type ClientProbeFile,
  clientProbeFile,
  clientProbeFileName,
} from '../../contracts/client-ceiling.ts'
import { busyShare } from '../../measurement/client-ceiling.ts'

const mostProbes = 40

/** A machine changes little; one that was busy with other things is asked again soon. */
const validForMs = 7 * 24 * 3_600_000
const busyValidForMs = 600_000

/** What a probe belongs to. */
export type ProbeIdentity = Omit<ClientProbeFile['probes'][number], 'probe'>

/** The probe that was made with the same; null where there is none, or none that is still valid. */
export function readProbe(stateDirectory: string, identity: ProbeIdentity, nowEpochMs: number): ClientProbe | null {
  const found = readAll(stateDirectory).find((each) => isSame(each, identity))?.probe
  if (found === undefined) return null
  const wasBusy = found.otherCpu !== null && found.otherCpu > busyShare
  const ageMs = nowEpochMs - found.measuredAtEpochMs
  return ageMs >= 0 && ageMs < (wasBusy ? busyValidForMs : validForMs) ? found : null
}

/** Keeps a probe in place of an older one. A folder that cannot be written costs the next run its own probe only. */
export function keepProbe(stateDirectory: string, identity: ProbeIdentity, probe: ClientProbe): void {
  const others = readAll(stateDirectory).filter((each) => !isSame(each, identity))
  const probes = [{ ...identity, probe }, ...others].slice(0, mostProbes)
  const content: ClientProbeFile = { kind: 'headroom.client-probes', schemaVersion: 1, probes }
  const path = join(stateDirectory, clientProbeFileName)
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch {
    // Told by the lease of the run, which needs the same folder.
  }
}

function isSame(left: ProbeIdentity, right: ProbeIdentity): boolean {
  const isSameSoftware = left.nodeVersion === right.nodeVersion && left.librdkafkaVersion === right.librdkafkaVersion
  return isSameSoftware && left.key === right.key
}

/** A file that is missing, damaged or of another version holds nothing that could not be probed again. */
function readAll(stateDirectory: string): ClientProbeFile['probes'] {
  try {
    const content: unknown = JSON.parse(readFileSync(join(stateDirectory, clientProbeFileName), 'utf8'))
    return clientProbeFile.safeParse(content).data?.probes ?? []
  } catch {
    return []
  }
}
