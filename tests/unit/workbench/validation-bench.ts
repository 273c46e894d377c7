/** The use cases of validations over a workspace, on a fleet that the test drives. */
import { afterEach, beforeEach } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import type { EventPayload } from '../../../src/contracts/ipc-contract.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import type { ValidationRequest } from '../../../src/contracts/validation-request.ts'
import { offeringOf } from '../../../src/workbench/calibration/calibrated-models.ts'
import { createEvents } from '../../../src/workbench/events.ts'
import { locateResources } from '../../../src/workbench/resources.ts'
import { openStore, type Store } from '../../../src/workbench/store/store.ts'
import { createValidations } from '../../../src/workbench/validation/validations.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { exampleSample, runningRecord } from './example-run.ts'
import { createFakeFleet } from './fake-fleet.ts'
import { readySetup } from './ready-setup.ts'
import { smallScenario } from './small-scenario.ts'

export type ValidationBench = ReturnType<typeof openValidationBench>

export const request: ValidationRequest = {
  scenario: smallScenario,
  target: { kind: 'embedded:kafka' },
  scale: 0.1,
  quotaWindowSeconds: 2,
}

/** A workspace for each test of a file; `use` gets the use cases over it. */
export function validationBenches(use: (bench: ValidationBench) => void): void {
  const workspace = temporaryFolder()
  let current: ValidationBench | null = null
  beforeEach(() => {
    current = openValidationBench(workspace.path)
    use(current)
  })
  afterEach(() => current?.close())
}

function openValidationBench(workspace: string) {
  const store = openStore(workspace)
  const events = createEvents((_event, error) => {
    throw error
  })
  const fleet = createFakeFleet()
  const resources = locateResources(process.cwd())
  let isDiskFull = false
  const guarded: Store = {
    ...store,
    addSample(runId, sample) {
      if (isDiskFull) throw new AppError('DISK_FULL', 'The disk is full.')
      store.addSample(runId, sample)
    },
  }
  const validations = createValidations({
    resources,
    setup: readySetup,
    fleet,
    agentsFleet: async () => fleet,
    emit: events.emit,
    store: () => guarded,
    offeringOf: (deployment: Deployment, place?: string) => offeringOf(deployment, resources, place),
    resolveSecrets: async () => ({}),
    sweep: async () => true,
    knownCeiling: async () => null,
    logError: () => undefined,
    onActivity: () => undefined,
  })
  const nextEnd = (): Promise<EventPayload<'validation.ended'>> =>
    new Promise((resolve) => {
      const stop = events.on('validation.ended', (payload) => {
        stop()
        resolve(payload)
      })
    })
  return {
    ...{ store, events, fleet, validations, nextEnd },
    /** From now on no sample can be written. */
    fillDisk(): void {
      isDiskFull = true
    },
    /** Starts a run, lets it become ready and gives it that many seconds of samples. */
    async runFor(seconds: number) {
      const ended = nextEnd()
      const { runId } = await validations.start(request)
      const run = await fleet.next()
      run.becomeReady()
      while (run.startedAtEpochMs === null) await new Promise(setImmediate)
      const record = { ...runningRecord(runId), plan: run.order.plan, startedAtEpochMs: run.startedAtEpochMs }
      for (let second = 0; second < seconds; second += 1) run.listener.onSample(exampleSample(record, second))
      return { runId, run, ended }
    },
    async close(): Promise<void> {
      await validations.close()
      store.close()
    },
  }
}
