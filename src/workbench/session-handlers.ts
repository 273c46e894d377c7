/**
 * The calls about the program itself, its set-up, the scenario in the editor and what is written of it.
 */
import type { Handlers } from '../contracts/ipc-contract.ts'
import type { sessionCalls } from '../contracts/ipc-session.ts'
import { writeOutputFiles } from './files/write-output-files.ts'
import type { PrintPdf } from './printing/pdf-report.ts'
import { writeSizingReport } from './reports/write-sizing-report.ts'
import type { Resources } from './resources.ts'
import type { Setup } from './setup/setup.ts'
import { provisionScenario } from './sizing/provision-scenario.ts'
import { loadExamples, readScenario, writeScenario } from './sizing/scenario-files.ts'
import type { Store } from './store/store.ts'

interface SessionServices {
  store(): Store
  readonly workspacePath: string
  readonly resources: Resources
  readonly setup: Setup
  readonly printPdf: PrintPdf
}

/** Key under which the store keeps the draft of the scenario editor. There is only one draft. */
const draftName = 'scenario'

/** Creates the handlers of the calls about the program and its scenario. */
export function sessionHandlers(services: SessionServices): Pick<Handlers, keyof typeof sessionCalls> {
  const { store, workspacePath, resources, setup, printPdf } = services
  return {
    'app.describe': async () => ({
      headroomVersion: resources.headroomVersion,
      workspacePath,
    }),
    'examples.list': () => loadExamples(resources.examplesPath),
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
    'setup.status': async () => setup.status(),
    'setup.prepare': async () => {
      setup.prepare()
      return {}
    },
    'sizing.report': async (order) => ({ paths: await writeSizingReport(order, resources, printPdf) }),
    'provision.write': async ({ scenario, kind, changes, directory }) => {
      const { outputs } = await provisionScenario(scenario, { kinds: [kind], changes }, resources)
      return { paths: await writeOutputFiles({ files: outputs.flatMap(({ files }) => files) }, directory) }
    },
  }
}
