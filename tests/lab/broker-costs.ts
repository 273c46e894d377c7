/**
 * What a load costs brokers in processor time: measured by Costs.java, and as the model of hosts has it.
 */
import { readFileSync } from 'node:fs'
import { solve } from '../../src/capacity/solve.ts'
import type { Traffic } from '../../src/capacity/traffic.ts'
import { batchHeaderBytes } from '../../src/contracts/batch-header.ts'
import type { BrokerParameters } from '../../src/contracts/hardware.ts'
import { type Offering, offering } from '../../src/contracts/offering.ts'
import { type ScenarioInput, scenario } from '../../src/contracts/scenario.ts'
import type { TestBrokers } from '../integration/test-brokers.ts'
import type { ClientSettings, Laboratory } from './laboratory.ts'

/** Of all brokers together: processors that their threads used, without compiling and observing, and what they served. */
export interface BrokerCosts {
  /** Threads that read, serve and answer requests, those of followers included. */
  readonly requestsCores: number
  /** Threads that fetch what a broker follows. */
  readonly fetchersCores: number
  /** All threads but the compiler's and those that read the counts. */
  readonly cores: number
  readonly producePerSec: number
  readonly fetchConsumerPerSec: number
  readonly fetchFollowerPerSec: number
  readonly recordsPerSec: number
  /** Mean size of a batch; 0 if nothing is sent. */
  readonly batchBytes: number
  /** Processor time of request threads in us for each partition, before anything else was written in this run. */
  readonly touchUs: number
}

/** Runs the client's mode `costs`: see Costs.java. */
export async function brokerCosts(
  lab: Laboratory,
  brokers: TestBrokers,
  settings: ClientSettings,
): Promise<BrokerCosts> {
  const pids = brokers.clientPorts.map((_, index) => brokers.pidOf(index + 1)).join(',')
  const servers = brokers.bootstrapServers.join(',')
  const found = await lab.client('costs', { servers, pids, 'enable.metrics.push': 'false', ...settings })
  // An experiment takes minutes, and a run that is ended early leaves what it has measured.
  console.error(JSON.stringify({ ...settings, ...found }))
  const figure = (name: string) => found[name] ?? 0
  const [requestsCores, fetchersCores] = [figure('requestsCores'), figure('fetchersCores')]
  return {
    requestsCores,
    fetchersCores,
    cores: requestsCores + fetchersCores + figure('otherCores'),
    producePerSec: figure('producePerSec'),
    fetchConsumerPerSec: figure('fetchConsumerPerSec'),
    fetchFollowerPerSec: figure('fetchFollowerPerSec'),
    recordsPerSec: figure('recordsPerSec'),
    batchBytes: figure('batchBytes'),
    touchUs: figure('touchUs'),
  }
}

/** Bytes of a record beside its value if both are small (format v2). */
const recordOverheadBytes = 9

/** Records of a batch of this mean size. */
export function recordsOfBatch(batchBytes: number, valueBytes: number): number {
  return (batchBytes - batchHeaderBytes) / (valueBytes + recordOverheadBytes)
}

const file = new URL('../../models/apache-kafka-on-hosts.json', import.meta.url)

/** The model of hosts as shipped. */
export function modelOfHosts(): Offering {
  return offering.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** The load as the laws of hosts have it. */
export function byLaw(input: Pick<ScenarioInput, 'workload' | 'deployment'>): Traffic {
  const named = { kind: 'headroom.scenario', schemaVersion: 1, name: 'laboratory', ...input } as const
  return solve(scenario.parse(named), modelOfHosts()).demanded
}

/** Processor times of the model of hosts, and the cores of a broker without load. */
export function lawTimes(): Readonly<
  Record<'requestUs' | 'batchUs' | 'recordUs' | 'byteNs' | 'replicaFetchUs' | 'idleCores', number>
> {
  const { hardware } = modelOfHosts() as { hardware: { parameters: BrokerParameters } }
  const { requestCpuUs, batchCpuUs, recordCpuUs, byteCpuNs, replicaFetchCpuUs, idleCores } = hardware.parameters
  return {
    requestUs: requestCpuUs.value,
    batchUs: batchCpuUs?.value ?? 0,
    recordUs: recordCpuUs.value,
    byteNs: byteCpuNs.value,
    replicaFetchUs: replicaFetchCpuUs.value,
    idleCores: idleCores.value,
  }
}
