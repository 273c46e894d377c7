/**
 * A cluster that Headroom did not start: its connection file for a command line, and runs on it while its owner changes it.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Target } from '../../src/contracts/target.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { kafkajs } from '../integration/embedded-support.ts'
import { producerSums, TestController } from '../integration/runner-controller.ts'
import { password } from '../integration/secure-broker.ts'
import { showFigures } from './figures.ts'

/** The owner's access to the cluster. */
export type OwnersAdmin = ReturnType<InstanceType<typeof kafkajs.Kafka>['admin']>

/** Writes a connection file into the workspace. @returns its path */
export function writeConnection(workspace: string, bootstrapServers: readonly string[]): string {
  const path = join(workspace, 'ours.connection.json')
  const connection = { kind: 'headroom.connection', schemaVersion: 1, name: 'Ours', bootstrapServers }
  writeFileSync(path, JSON.stringify(connection))
  return path
}

/** Connects as the owner. */
export async function connectOwner(servers: readonly string[]): Promise<OwnersAdmin> {
  const logLevel = kafkajs.logLevel.NOTHING
  const admin = new kafkajs.Kafka({ clientId: 'owner', brokers: [...servers], logLevel }).admin()
  await admin.connect()
  return admin
}

/** Moves all leaders of a topic of one replica on two brokers, 1 and 2, to the other broker. */
export async function moveLeaders(admin: OwnersAdmin, topic: string): Promise<void> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
  const partitionAssignment = (topics[0]?.partitions ?? []).map(({ partitionId, leader }) => ({
    partition: partitionId,
    replicas: [3 - leader],
  }))
  expect(partitionAssignment).toHaveLength(4)
  await admin.alterPartitionReassignments({ topics: [{ topic, partitionAssignment }] })
}

/** A change of the cluster during a run, and what the run needs. */
export interface ChangedRun {
  readonly target: Target
  /** Where the runner keeps the leases of what it created. */
  readonly stateFolder: string
  /** Milliseconds after the start of the load, or when the load has ended. */
  readonly at: number | 'drain'
  change(topic: string): Promise<unknown>
}

/** Runs a plan, and changes the cluster meanwhile. */
export async function runWithChange(plan: RunPlan, { target, stateFolder, at, change }: ChangedRun) {
  const controller = new TestController(stateFolder)
  try {
    await controller.greet()
    controller.prepare(plan, target, { 'test/kafka': password })
    await controller.first('ready')
    const startDelayMs = 500
    controller.send({ type: 'start', atEpochMs: Date.now() + startDelayMs })
    if (at === 'drain') await controller.until(() => controller.all('progress').some(({ step }) => step === 'draining'))
    else await sleep(startDelayMs + at)
    await change(plan.topics[0]?.name ?? '')
    const ended = await controller.first('ended')
    const { samples } = controller
    const result = computeResult(plan, samples)
    const { diagnosis, accounting } = result
    showFigures(plan.runId, { ended, diagnosis: diagnosis.sentence, ...producerSums(samples), accounting })
    return { ended, samples, result }
  } finally {
    await controller.disconnect()
  }
}

/** The outcome of `runWithChange`. */
export type ChangedRunOutcome = Awaited<ReturnType<typeof runWithChange>>

/** What no such change may take away: the run goes on to its end, no record is lost, all are accounted for, nothing is left. */
export function expectKept({ ended, result }: ChangedRunOutcome): void {
  expect([ended.reason, ended.cleanUp.leftovers]).toEqual(['plan-complete', []])
  expect(result.accounting).toMatchObject({ isClosed: true, gaps: [], groups: [{ lostRecords: 0 }] })
}
