/** The use cases of campaigns over a workspace, on a fleet that the test drives. */
import { afterEach, beforeEach } from 'vitest'
import { type Campaign, campaign } from '../../../src/contracts/campaign.ts'
import type { CampaignRequest } from '../../../src/contracts/campaign-record.ts'
import type { Environment } from '../../../src/contracts/environment.ts'
import type { EventPayload } from '../../../src/contracts/ipc-contract.ts'
import type { PreflightCheck } from '../../../src/contracts/preflight.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import { offeringOf } from '../../../src/workbench/calibration/calibrated-models.ts'
import { createCampaigns } from '../../../src/workbench/campaigns/campaigns.ts'
import { createEvents } from '../../../src/workbench/events.ts'
import type { FleetOrder } from '../../../src/workbench/fleets/fleet.ts'
import { locateResources } from '../../../src/workbench/resources.ts'
import { openStore } from '../../../src/workbench/store/store.ts'
import { createValidations } from '../../../src/workbench/validation/validations.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { exampleSample, runningRecord } from './example-run.ts'
import { createFakeFleet } from './fake-fleet.ts'
import { readySetup } from './ready-setup.ts'
import { smallScenario } from './small-scenario.ts'

export type CampaignBench = ReturnType<typeof openCampaignBench>

/** A workspace for each test of a file; `use` gets the use cases over it, and again those of another process. */
export function campaignBenches(use: (bench: CampaignBench) => void): { reopen(): void } {
  const workspace = temporaryFolder()
  let current: CampaignBench | null = null
  const open = () => {
    current = openCampaignBench(workspace.path)
    use(current)
  }
  beforeEach(open)
  afterEach(() => current?.close())
  return {
    reopen() {
      current?.store.close()
      open()
    },
  }
}

/** A process's worth of use cases over the workspace. */
function openCampaignBench(workspace: string) {
  const store = openStore(workspace)
  const events = createEvents((_event, error) => {
    throw error
  })
  const fleet = createFakeFleet()
  const shared = {
    store: () => store,
    offeringOf: (deployment: Deployment, place?: string) =>
      offeringOf(deployment, locateResources(process.cwd()), place),
    logError: () => undefined,
  }
  const validations = createValidations({
    ...shared,
    resources: locateResources(process.cwd()),
    setup: readySetup,
    fleet,
    agentsFleet: async () => fleet,
    emit: events.emit,
    resolveSecrets: async () => ({}),
    sweep: async () => true,
    knownCeiling: async () => null,
    onActivity: () => undefined,
  })
  const campaigns = createCampaigns({ ...shared, validations, events })
  return {
    ...{ store, events, fleet, campaigns },
    nextEnd(): Promise<EventPayload<'campaign.ended'>> {
      return new Promise((resolve) => {
        const stop = events.on('campaign.ended', (payload) => {
          stop()
          resolve(payload)
        })
      })
    },
    /**
     * Lets the next run go to its end; 300 records a second were offered, and this share of them acknowledged. With a time,
     * on the embedded cluster that was up then.
     */
    async runToItsEnd(ackedShare = 1, clusterStartedAtEpochMs?: number): Promise<FleetOrder> {
      const run = await fleet.next()
      if (clusterStartedAtEpochMs !== undefined) {
        run.listener.onEnvironment({ ...knownEnvironment, clusterStartedAtEpochMs })
      }
      run.becomeReady()
      while (run.startedAtEpochMs === null) await new Promise(setImmediate)
      const record = { ...runningRecord('any'), plan: run.order.plan, startedAtEpochMs: run.startedAtEpochMs }
      for (let second = 0; second < 20; second += 1) {
        const sample = exampleSample(record, second)
        const producers = sample.producers.map((producer) => ({
          ...producer,
          ackedRecords: Math.round(producer.ackedRecords * ackedShare),
          wireBytes: Math.round(producer.wireBytes * ackedShare),
          backlogRecords: Math.round((1 - ackedShare) * 300 * (second + 1)),
        }))
        run.listener.onSample({ ...sample, producers })
      }
      run.end({})
      return run.order
    },
    /** Ends the next run in its preflight, as a host does. */
    async refuse(...failures: readonly Pick<PreflightCheck, 'id' | 'detail' | 'remedy'>[]): Promise<FleetOrder> {
      const run = await fleet.next()
      const checks = failures.map((each) => ({ ...each, label: each.id, state: 'failed' as const }))
      run.listener.onPreflight({ checks, isPassed: false })
      const error = { code: 'PREFLIGHT_FAILED' as const, message: 'The preflight failed.', remedy: null, problems: [] }
      run.end({ reason: 'prepare-failed', detail: error.message, error })
      return run.order
    },
    async close(): Promise<void> {
      await campaigns.close()
      store.close()
    },
  }
}

const knownEnvironment: Environment = {
  headroomVersion: '0',
  runnerVersion: '0',
  nodeVersion: '24',
  librdkafkaVersion: '2',
  librdkafkaFeatures: [],
  kafkaVersion: '4.3.1',
  platform: 'linux-x64',
  cpuModel: 'any',
  cpuCores: 2,
  memoryBytes: 1e9,
}

/** A campaign of this method, without quiet times. */
export function requestOf(method: Campaign['method'], rest: Partial<Campaign> = {}): CampaignRequest {
  const common = { kind: 'headroom.campaign', schemaVersion: 1, name: 'steps', scenario: smallScenario } as const
  const given = campaign.parse({ ...common, method, coolDownMs: 0, ...rest })
  return { campaign: given, target: { kind: 'embedded:kafka' }, scale: 0.1, quotaWindowSeconds: 2, durationMs: 20_000 }
}

export const twoSteps = requestOf({ kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: true })
