/** Starts hosts as a controller does, with one state folder for a test file, and one broker that the tests of a file share. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { clientProbeFileName } from '../../src/contracts/client-ceiling.ts'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Target } from '../../src/contracts/target.ts'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import { connectAdmin, type KafkaAdmin } from '../../src/runner/admin/kafka-admin.ts'
import { type EmbeddedCluster, startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import { producerSums, TestController } from './runner-controller.ts'
import { connectionTo } from './test-brokers.ts'

/** A target for which the run starts an embedded cluster of its own. */
export const ownCluster = { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 } as const satisfies Target

export interface RunnerHosts {
  /** Their state folder. */
  statePath(): string
  /** Files of the state folder that a run must not leave; probes of the client outlive it on purpose. */
  leftInState(): string[]
  /** Starts a host; after the test it is disconnected. */
  start(variables?: Readonly<Record<string, string>>): TestController
}

/** Call it at the top of a test file: it registers the hooks that make the folder, and remove it. */
export function runnerHosts(): RunnerHosts {
  let folder: string
  let controllers: TestController[] = []
  const statePath = () => join(folder, 'state')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-runner-'))
  })
  afterEach(async () => {
    for (const controller of controllers) await controller.disconnect()
    controllers = []
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    statePath,
    leftInState: () => readdirSync(statePath()).filter((file) => file !== clientProbeFileName),
    start: (variables) => {
      const controller = new TestController(statePath(), variables)
      controllers.push(controller)
      return controller
    },
  }
}

export interface SharedBroker {
  target(): Target
  bootstrapServers(): readonly string[]
  /** Topics of the plan that are on the broker now. */
  topicsOf(plan: RunPlan): Promise<readonly string[]>
  listTopics(): Promise<readonly string[]>
}

/** Call it at the top of a test file: one broker for all its tests. */
export function sharedBroker(): SharedBroker {
  let folder: string
  let cluster: EmbeddedCluster
  let admin: KafkaAdmin
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-broker-'))
    cluster = await startEmbeddedCluster(ownCluster, {
      runId: 'shared',
      stateDirectory: folder,
      onProgress: () => undefined,
      onResource: () => undefined,
    })
    admin = await connectAdmin(plainAccess(cluster.bootstrapServers), { clientId: 'test-admin', retries: 3 })
  })
  afterAll(async () => {
    await admin?.close()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    target: () => connectionTo(cluster.bootstrapServers),
    bootstrapServers: () => cluster.bootstrapServers,
    topicsOf: async (plan) => {
      const names = new Set(plan.topics.map(({ name }) => name))
      return (await admin.listTopics()).filter((name) => names.has(name))
    },
    listTopics: () => admin.listTopics(),
  }
}

/**
 * Starts the plan's load. Waits until three seconds of it have been measured and a record was acknowledged, because a broker that
 * has just started may take longer than three seconds for its first records.
 */
export async function startLoad(controller: TestController, plan: RunPlan, where: Target): Promise<void> {
  await controller.greet()
  controller.prepare(plan, where)
  await controller.first('ready')
  controller.send({ type: 'start', atEpochMs: Date.now() + 200 })
  await controller.until(() => controller.samples.length >= 3 && producerSums(controller.samples).acked > 0)
}
