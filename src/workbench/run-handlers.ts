/**
 * The calls that list, compare, import and report runs of the workspace.
 */
import type { Handlers } from '../contracts/ipc-contract.ts'
import type { runCalls } from '../contracts/ipc-runs.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Deployment } from '../contracts/scenario.ts'
import { addRun } from './imports/add-run.ts'
import { compareImport } from './imports/compare-import.ts'
import { importRun } from './imports/import-run.ts'
import { sortFiles } from './imports/sort-files.ts'
import { openedRun } from './opened-run.ts'
import type { PrintPdf } from './printing/pdf-report.ts'
import type { Runs } from './recorded-runs.ts'
import { writeReport } from './reports/write-report.ts'
import type { Store } from './store/store.ts'

interface RunCallServices {
  store(): Store
  readonly runs: Runs
  offeringOf(deployment: Deployment, place?: string): Promise<Offering>
  readonly printPdf: PrintPdf
}

/** Creates the handlers of the calls about runs. */
export function runHandlers(services: RunCallServices): Pick<Handlers, keyof typeof runCalls> {
  const { store, runs, offeringOf, printPdf } = services
  return {
    'runs.list': async () => runs.list(),
    'runs.show': async ({ runId }) => runs.show(runId),
    'runs.open': async ({ runId }) => openedRun(runs.show(runId)),
    'runs.on-curve': async ({ scenario, path }) => runs.onCurve(scenario, path),
    'runs.compare': async ({ one, other, names }) => runs.compare(one, other, names),
    'runs.add': ({ path }) => addRun(path, store()),
    'runs.import': (request) => importRun(request, { store, offeringOf }),
    'runs.sort-files': ({ paths }) => sortFiles(paths),
    'runs.lay': ({ runId, scenario }) => compareImport(runs.show(runId).run, scenario, { store, offeringOf }),
    'runs.annotate': async ({ runId, annotation }) => {
      runs.annotate(runId, annotation)
      return {}
    },
    'runs.delete': async ({ runId }) => {
      runs.delete(runId)
      return {}
    },
    'report.write': async ({ runId, formats, directory, options: reportOptions }) => {
      const how = { formats, directory, options: reportOptions }
      return { paths: await writeReport({ ...runs.show(runId), ...how }, printPdf) }
    },
  }
}
