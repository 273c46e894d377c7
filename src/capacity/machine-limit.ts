/**
 * The highest rate of brokers that share the processors of one machine with their clients.
 */
import type { HardwareOffering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { processorTimes } from './hardware/broker-hardware.ts'
import { atLawValue } from './likely-value.ts'
import { solve } from './solve.ts'

/** A machine that runs brokers and clients, so that neither the network nor its disks are the limit. */
export type SharedMachine = {
  readonly cores: number
  readonly brokers: number
  /** Measured CPU time of the clients per written record, in core seconds. */
  readonly clientCoreSecPerRecord: number
}

/**
 * Busy cores of an embedded broker without load. The idle rows of `instaclustr-partitions` (900 partitions, RF 1) show
 * 0.013 to 0.018; this is the smallest. The model's own figure also contains the monitoring of a host.
 */
const idleCores = 0.013

/** Relative accuracy of the rate. */
const resolution = 1e-5

/**
 * The highest rate in records/s at which a workload can write on processors `speed` times as fast as the model's.
 *
 * At a rate r the clients use r x CPU time per record, and each broker has an equal share of the remaining cores. The
 * result is the r that the model predicts for brokers with so many cores; 0 if they cannot carry the workload at all.
 */
export function machineLimit(
  scenario: Scenario,
  model: HardwareOffering,
  { cores, brokers, clientCoreSecPerRecord }: SharedMachine,
  speed: number,
): number {
  // With the laws' own values, because `speed` is fitted to these.
  const offering = atLawValue(atSpeed(model, speed))
  const maxRateWith = (coresPerBroker: number) => {
    const deployment = { offering: model.id, size: brokers, host: { cores: coresPerBroker } }
    const { headroom, offered } = solve({ ...scenario, deployment }, offering, { brokers })
    return headroom.factor * offered.figures.recordsPerSec
  }
  let low = 0
  let high = cores / clientCoreSecPerRecord
  // An absolute bound as well: if the rate is 0, the relative one alone would never end the bisection.
  const minInterval = high * resolution ** 2
  while (high - low > Math.max(minInterval, high * resolution)) {
    const rate = (low + high) / 2
    if (maxRateWith((cores - rate * clientCoreSecPerRecord) / brokers) >= rate) low = rate
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
