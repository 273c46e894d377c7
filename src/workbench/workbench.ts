/**
 * Connects the services of a workspace, and offers all use cases to the window and the command line as the calls of
 * contracts/ipc-contract.ts.
 */
import type { Secrets } from '../contracts/connection.ts'
import type { EventName, EventPayload, Handlers } from '../contracts/ipc-contract.ts'
import type { Deployment } from '../contracts/scenario.ts'
import { createKnownAgents, type KnownAgents } from './agents/known-agents.ts'
import { deployedOffering } from './calibration/calibrated-models.ts'
import { campaignHandlers } from './campaigns/campaign-handlers.ts'
import { createCampaigns } from './campaigns/campaigns.ts'
import { createHeldSecrets } from './connections/held-secrets.ts'
import { createKeptConnections } from './connections/kept-connections.ts'
import { createEvents } from './events.ts'
import { createAgentsFleet } from './fleets/agents-fleet.ts'
import { controllerName } from './fleets/controller-name.ts'
import { hostPlace } from './fleets/host-place.ts'
import { startHostProcess } from './fleets/host-process.ts'
import { createLocalFleet, sweepLeftovers } from './fleets/local-fleet.ts'
import { writeLog } from './log-file.ts'
import { observationHandlers } from './observations/observation-handlers.ts'
import { createReadings } from './observations/readings.ts'
import type { PrintPdf } from './printing/pdf-report.ts'
import { createRuns, recoverRuns } from './recorded-runs.ts'
import { locateResources } from './resources.ts'
import { runHandlers } from './run-handlers.ts'
import { noSecretBox, type SecretBox } from './secrets/secret-box.ts'
import { sessionHandlers } from './session-handlers.ts'
import { createSetup, findNodePath } from './setup/setup.ts'
import { modelHandlers } from './sizing/model-handlers.ts'
import { openStore, type Store } from './store/store.ts'
import { followValidation } from './validation/collect-live-validation.ts'
import { knownCeiling } from './validation/known-ceiling.ts'
import { validationHandlers } from './validation/validation-handlers.ts'
import type { ValidationServices } from './validation/validation-job.ts'
import { createValidations } from './validation/validations.ts'

/** Folders and services that a workbench uses. */
export interface WorkbenchOptions {
  readonly workspacePath: string
  /** The folder that contains models/, examples/ and the runner. */
  readonly resourcesRoot: string
  /** Returns the values of secrets by name. @throws AppError AUTHENTICATION_FAILED */
  resolveSecrets(names: readonly string[]): Promise<Secrets>
  /** Prints reports. @throws AppError PRINTER_NOT_READY */
  readonly printPdf: PrintPdf
  /** Seals secrets for the workspace. Default: secrets are not stored. */
  readonly secretBox?: SecretBox
}

/** The use cases of Headroom on one workspace, for the window and the command line. */
export interface Workbench {
  readonly handlers: Handlers
  /** Calls the listener at each event. Returns a function that stops this. */
  on<K extends EventName>(event: K, listener: (payload: EventPayload<K>) => void): () => void
  /** Calls the listener when a run begins or ends. */
  onActivity(listener: (isRunLive: boolean) => void): void
  logError(message: string, error: unknown): void
  /** Stops readings, campaign and run, stores what was measured, and closes the store. Never rejects. */
  close(): Promise<void>
}

/** Creates a workbench. It opens the store at the first call that needs it, so sizing works without a workspace. */
export function createWorkbench(options: WorkbenchOptions): Workbench {
  const resources = locateResources(options.resourcesRoot, options.workspacePath)
  const runnerPlace = hostPlace(resources, options.workspacePath)
  const logError = (message: string, error: unknown) => writeLog(options.workspacePath, message, error)
  const events = createEvents((event, error) => logError(`A listener of ${event} failed.`, error))
  const activityListeners: ((isRunLive: boolean) => void)[] = []
  const setup = createSetup(resources, findNodePath())
  setup.onChange((status) => events.emit('setup.changed', status))
  const { store, close: closeStore } = lazyStore(options.workspacePath)
  const offeringOf = (deployment: Deployment, place?: string) => deployedOffering(deployment, resources, place)
  const runs = createRuns(store)
  const { heldSecrets, resolveSecrets, knownAgents, keptConnections } = secretServices(options, store)
  const validations = createValidations({
    resources,
    setup,
    fleet: createLocalFleet(runnerPlace),
    agentsFleet: agentsFleetWith(knownAgents),
    emit: events.emit,
    store,
    offeringOf,
    resolveSecrets,
    sweep: () => sweepLeftovers(runnerPlace),
    knownCeiling: (plan) => knownCeiling(runnerPlace.stateDirectory, plan),
    logError,
    onActivity: (isLive) => {
      for (const listener of activityListeners) listener(isLive)
    },
  })
  const readings = createReadings({
    store,
    resolveSecrets,
    openHost: (onMessage) => startHostProcess(runnerPlace, onMessage),
    onProgress: (progress) => events.emit('reading.progress', progress),
    onEnd: (readingId) => events.emit('reading.ended', { readingId }),
  })
  const liveValidation = followValidation(events)
  const campaigns = createCampaigns({ validations, events, store, offeringOf, logError })
  const { printPdf } = options
  const handlers: Handlers = {
    ...sessionHandlers({ store, workspacePath: options.workspacePath, resources, setup, printPdf }),
    ...modelHandlers({ workspacePath: options.workspacePath, resources, runs, printPdf }),
    ...validationHandlers({ heldSecrets, keptConnections, knownAgents, validations, liveValidation, campaigns }),
    ...campaignHandlers({ resources, campaigns, printPdf }),
    ...runHandlers({ store, runs, offeringOf, printPdf }),
    ...observationHandlers({ store, resources, readings, printPdf }),
  }
  return {
    handlers,
    on: events.on,
    onActivity: (listener) => activityListeners.push(listener),
    logError,
    async close() {
      await readings.close()
      await campaigns.close()
      await validations.close()
      setup.close()
      closeStore()
    },
  }
}

/** What holds secrets: those of this session, and those that the workspace keeps for agents and connections. */
function secretServices(options: WorkbenchOptions, store: () => Store) {
  const heldSecrets = createHeldSecrets()
  const resolveSecrets = (names: readonly string[]) => heldSecrets.resolve(names, options.resolveSecrets)
  const box = options.secretBox ?? noSecretBox
  return {
    heldSecrets,
    resolveSecrets,
    knownAgents: createKnownAgents({ box, store, resolveSecrets }),
    keptConnections: createKeptConnections({ box, store }),
  }
}

/** Opens fleets of agents with the tokens that the workspace keeps. */
function agentsFleetWith(knownAgents: KnownAgents): ValidationServices['agentsFleet'] {
  return async ({ addresses, onLostAgent }) => {
    const tokens = await knownAgents.tokensOf(addresses)
    const agents = addresses.map((address, index) => {
      return { address, token: tokens[index] ?? '', controllerName: controllerName() }
    })
    return createAgentsFleet({ agents, onLostAgent })
  }
}

/** Opens the store at the first call of `store`, and then recovers interrupted runs. */
function lazyStore(workspacePath: string): { store: () => Store; close: () => void } {
  let opened: Store | null = null
  return {
    store() {
      if (opened === null) {
        const store = openStore(workspacePath)
        opened = store
        recoverRuns(store)
      }
      return opened
    },
    close: () => opened?.close(),
  }
}
