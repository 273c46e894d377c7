/**
 * Connects the services of a workspace, and offers all use cases to the window and the command line as the calls of
 * contracts/ipc-contract.ts.
 */
import type { Secrets } from '../contracts/connection.ts'
import type { EventName, EventPayload, Handlers } from '../contracts/ipc-contract.ts'
import type { Deployment } from '../contracts/scenario.ts'
import { planRun } from '../planning/plan-run.ts'
import { calibrationDocument } from '../presentation/calibration/calibration-document.ts'
import { createKnownAgents } from './agents/known-agents.ts'
import { calibrateModel } from './calibration/calibrate-model.ts'
import { deployedOffering } from './calibration/calibrated-models.ts'
import { deleteCalibration, readCalibration } from './calibration/calibrations.ts'
import { readBenchmarks } from './campaigns/benchmarks.ts'
import { createCampaigns } from './campaigns/campaigns.ts'
import { readCampaignRecord } from './campaigns/read-campaign-record.ts'
import { summariseCampaign } from './campaigns/summarise-campaign.ts'
import { createHeldSecrets } from './connections/held-secrets.ts'
import { createKeptConnections } from './connections/kept-connections.ts'
import { openConnection } from './connections/open-connection-call.ts'
import { createEvents } from './events.ts'
import { writeOutputFiles } from './files/write-output-files.ts'
import { createAgentsFleet } from './fleets/agents-fleet.ts'
import { checkAgents } from './fleets/check-agents.ts'
import { controllerName } from './fleets/controller-name.ts'
import { hostPlace } from './fleets/host-place.ts'
import { startHostProcess } from './fleets/host-process.ts'
import { createLocalFleet, sweepLeftovers } from './fleets/local-fleet.ts'
import { addRun } from './imports/add-run.ts'
import { compareImport } from './imports/compare-import.ts'
import { importRun } from './imports/import-run.ts'
import { sortFiles } from './imports/sort-files.ts'
import { writeLog } from './log-file.ts'
import { observationHandlers } from './observations/observation-handlers.ts'
import { createReadings } from './observations/readings.ts'
import { openedRun } from './opened-run.ts'
import type { PrintPdf } from './printing/pdf-report.ts'
import { createRuns, recoverRuns } from './recorded-runs.ts'
import { writeCampaignReport } from './reports/campaign-report.ts'
import { writeDocument } from './reports/write-document.ts'
import { writeReport } from './reports/write-report.ts'
import { writeSizingReport } from './reports/write-sizing-report.ts'
import { locateResources } from './resources.ts'
import { noSecretBox, type SecretBox } from './secrets/secret-box.ts'
import { createSetup, findNodePath } from './setup/setup.ts'
import { backtestModels } from './sizing/backtest-models.ts'
import { costsOverLoad } from './sizing/compare-scenario.ts'
import { makeForecast, writeForecastReport } from './sizing/forecast-scenario.ts'
import { listModels } from './sizing/list-models.ts'
import { checkModel, readOwnModel, saveModel } from './sizing/own-models.ts'
import { provisionScenario } from './sizing/provision-scenario.ts'
import { loadExamples, readScenario, writeScenario } from './sizing/scenario-files.ts'
import { updateModels } from './sizing/update-models.ts'
import { openStore, type Store } from './store/store.ts'
import { followValidation } from './validation/collect-live-validation.ts'
import { knownCeiling } from './validation/known-ceiling.ts'
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

/** Key under which the store keeps the draft of the scenario editor. There is only one draft. */
const draftName = 'scenario'

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
  const heldSecrets = createHeldSecrets()
  const resolveSecrets = (names: readonly string[]) => heldSecrets.resolve(names, options.resolveSecrets)
  const box = options.secretBox ?? noSecretBox
  const knownAgents = createKnownAgents({ box, store, resolveSecrets })
  const keptConnections = createKeptConnections({ box, store })
  const validations = createValidations({
    resources,
    setup,
    fleet: createLocalFleet(runnerPlace),
    async agentsFleet({ addresses, onLostAgent }) {
      const tokens = await knownAgents.tokensOf(addresses)
      const agents = addresses.map((address, index) => {
        return { address, token: tokens[index] ?? '', controllerName: controllerName() }
      })
      return createAgentsFleet({ agents, onLostAgent })
    },
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
  const handlers: Handlers = {
    'app.describe': async () => ({
      headroomVersion: resources.headroomVersion,
      workspacePath: options.workspacePath,
    }),
    'examples.list': () => loadExamples(resources.examplesPath),
    'models.list': () => listModels(resources),
    'models.backtest': async ({ model }) => [...(await backtestModels(resources, model)).points],
    'models.check': ({ text }) => checkModel(text, resources),
    'models.save': ({ text }) => saveModel(text, resources),
    'models.update': ({ from }) => updateModels(from, resources),
    'models.read': async ({ id }) => ({ text: await readOwnModel(id, resources) }),
    'models.calibrate': ({ model, name, runIds, parameterIds }) => {
      const request = { model, name, runs: runIds.map((runId) => runs.show(runId).run) }
      const calibration = parameterIds === undefined ? request : { ...request, parameterIds }
      return calibrateModel(calibration, resources, options.workspacePath)
    },
    'calibration.report': async ({ name, ...order }) => {
      const calibration = await readCalibration(options.workspacePath, name)
      const document = calibrationDocument(calibration)
      const written = { kind: 'calibration', name, document, json: calibration } as const
      return { paths: await writeDocument(written, order, options.printPdf) }
    },
    'calibrations.delete': async ({ name }) => {
      await deleteCalibration(options.workspacePath, name)
      return {}
    },
    'draft.load': async () => ({ text: store().loadDraft(draftName) }),
    'draft.save': async ({ text }) => {
      store().saveDraft(draftName, text)
      return {}
    },
    'scenario.read': ({ path }) => readScenario(path),
    'scenario.write': async ({ path, scenario }) => {
      await writeScenario(path, scenario)
      return {}
    },
    'connection.open': openConnection({ held: heldSecrets, kept: keptConnections }),
    'connections.list': async () => ({ connections: keptConnections.list() }),
    'connections.keep': async ({ name, connection }) => {
      await keptConnections.keep(name, heldSecrets.heldOf(connection))
      return {}
    },
    'connections.forget': async ({ name }) => {
      keptConnections.forget(name)
      return {}
    },
    'agents.check': async ({ agents, scenario }) => {
      const tokens = await knownAgents.tokensOf(agents)
      const plan = scenario === undefined ? null : planRun(scenario, { runId: 'capacity', brokers: null }).plan
      return { agents: await checkAgents(agents, { tokens, plan }) }
    },
    'agents.list': async () => ({ agents: knownAgents.list() }),
    'agents.add': async ({ address, token }) => {
      await knownAgents.add(address, token)
      return {}
    },
    'agents.remove': async ({ address }) => {
      knownAgents.remove(address)
      return {}
    },
    'setup.status': async () => setup.status(),
    'setup.prepare': async () => {
      setup.prepare()
      return {}
    },
    'validation.preview': validations.preview,
    'validation.start': async (request) => {
      // A campaign in its cool-down has no active run, but another run would disturb its next step.
      campaigns.assertIdle()
      const started = await validations.start(request)
      liveValidation.markRequested(started.runId, request)
      return started
    },
    'validation.live': async () => ({ run: liveValidation.collected() }),
    'validation.abort': async ({ runId }) => {
      await validations.abort(runId)
      return {}
    },
    'benchmarks.list': () => readBenchmarks(resources.examplesPath),
    'campaign.preview': campaigns.preview,
    'campaign.start': campaigns.start,
    'campaign.resume': ({ campaignId }) => campaigns.resume(campaignId),
    'campaign.live': async () => ({ campaign: campaigns.live() }),
    'campaign.abort': async ({ campaignId }) => {
      await campaigns.abort(campaignId)
      return {}
    },
    'campaigns.list': async () => campaigns.list(),
    'campaigns.show': async ({ campaignId }) => campaigns.show(campaignId),
    'campaign.report': async ({ campaignId, options: reportOptions, ...how }) => ({
      paths: await writeCampaignReport(
        { ...campaigns.show(campaignId), ...how, options: reportOptions },
        options.printPdf,
      ),
    }),
    'campaign.report-file': async ({ path, ...order }) => {
      const record = await readCampaignRecord(path)
      const input = { record, summary: summariseCampaign(record), ...order }
      return { campaignId: record.id, paths: await writeCampaignReport(input, options.printPdf) }
    },
    'runs.list': async () => runs.list(),
    'runs.show': async ({ runId }) => runs.show(runId),
    'runs.open': async ({ runId }) => openedRun(runs.show(runId)),
    'runs.on-curve': async ({ scenario, path }) => runs.onCurve(scenario, path),
    'runs.compare': async ({ one, other }) => runs.compare(one, other),
    'runs.add': ({ path }) => addRun(path, store()),
    'runs.import': (request) => importRun(request, { store, offeringOf }),
    'runs.sort-files': ({ paths }) => sortFiles(paths),
    'runs.lay': ({ runId, scenario }) => compareImport(runs.show(runId).run, scenario, { store, offeringOf }),
    'runs.annotate': async ({ runId, annotation }) => {
      runs.annotate(runId, annotation)
      return {}
    },
    ...observationHandlers({ store, resources, readings, printPdf: options.printPdf }),
    'runs.delete': async ({ runId }) => {
      runs.delete(runId)
      return {}
    },
    'forecast.make': (question) => makeForecast(question, resources),
    'forecast.report': async (order) => ({ paths: await writeForecastReport(order, resources, options.printPdf) }),
    'costs.over-load': async ({ scenario, ...question }) => {
      const { targetUtilisation: _target, ...costs } = await costsOverLoad(scenario, question, resources)
      return costs
    },
    'sizing.report': async (order) => ({ paths: await writeSizingReport(order, resources, options.printPdf) }),
    'provision.write': async ({ scenario, kind, changes, directory }) => {
      const { outputs } = await provisionScenario(scenario, { kinds: [kind], changes }, resources)
      return { paths: await writeOutputFiles({ files: outputs.flatMap(({ files }) => files) }, directory) }
    },
    'report.write': async ({ runId, formats, directory, options: reportOptions }) => {
      const how = { formats, directory, options: reportOptions }
      return { paths: await writeReport({ ...runs.show(runId), ...how }, options.printPdf) }
    },
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
