/**
 * What brokers take that share the processors of one machine with their clients.
 */
import type { HardwareOffering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { solve } from './solve.ts'

/** A machine of brokers and clients: no network lies between them, and its disks keep up. */
export type SharedMachine = {
  readonly cores: number
  readonly brokers: number
  /** Processor time that the clients were measured to take for each record that is written, in core seconds. */
  readonly clientCoreSecPerRecord: number
}

/**
 * Cores of an embedded broker that are busy without load: with 900 partitions of one copy 0.013 to 0.018 in the idle rows of
 * `instaclustr-partitions`, of which this is the least. The model's own figure counts the monitoring of a host.
 */
const idleCores = 0.013

/** Parameters that are a time of processors, and so are shorter on faster ones. */
const processorTimes = [
  'requestCpuUs',
  'batchCpuUs',
  'recordCpuUs',
  'byteCpuNs',
  'sentByteCpuNs',
  'tlsByteCpuNs',
  'replicaFetchCpuUs',
  'replicaWaitUs',
  'connectionByteNs',
  'replicaByteNs',
] as const

/** The rate is found to this share of itself. */
const resolution = 1e-5

/**
 * Records a second that a workload can write at most, on processors `speed` times as fast as those of the model.
 *
 * At the rate r the clients keep r x their time a record busy, and the brokers have even parts of what is left: r is what
 * the model makes of brokers with so many cores. 0 where they cannot take the workload at all.
 */
export function machineLimit(
  scenario: Scenario,
  model: HardwareOffering,
  { cores, brokers, clientCoreSecPerRecord }: SharedMachine,
  speed: number,
): number {
  const offering = atSpeed(model, speed)
  const takenBy = (coresPerBroker: number) => {
    const deployment = { offering: model.id, size: brokers, host: { cores: coresPerBroker } }
    const { headroom, offered } = solve({ ...scenario, deployment }, offering, { brokers })
    return headroom.factor * offered.figures.recordsPerSec
  }
  let low = 0
  let high = cores / clientCoreSecPerRecord
  // Brokers that take nothing would be halved towards forever.
  const least = high * resolution ** 2
  while (high - low > Math.max(least, high * resolution)) {
    const rate = (low + high) / 2
    if (takenBy((cores - rate * clientCoreSecPerRecord) / brokers) >= rate) low = rate
    else high = rate
  }
  return low
}

function atSpeed(model: HardwareOffering, speed: number): HardwareOffering {
  const { parameters } = model.hardware
  const changed = { ...parameters, idleCores: { ...parameters.idleCores, value: idleCores } }
  for (const name of processorTimes) {
    const parameter = parameters[name]
    if (parameter !== undefined) changed[name] = { ...parameter, value: parameter.value / speed }
  }
  return { ...model, hardware: { ...model.hardware, parameters: changed } }
}
