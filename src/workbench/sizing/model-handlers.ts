/**
 * The calls about models of offerings, their calibrations, and the forecasts and costs that follow from them.
 */

import type { Handlers } from '../../contracts/ipc-contract.ts'
import type { costCalls } from '../../contracts/ipc-costs.ts'
import type { forecastCalls } from '../../contracts/ipc-forecast.ts'
import type { modelCalls } from '../../contracts/ipc-models.ts'
import { calibrationDocument } from '../../presentation/calibration/calibration-document.ts'
import { calibrateModel } from '../calibration/calibrate-model.ts'
import { deleteCalibration, readCalibration } from '../calibration/calibrations.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import type { Runs } from '../recorded-runs.ts'
import { writeDocument } from '../reports/write-document.ts'
import type { Resources } from '../resources.ts'
import { backtestModels } from './backtest-models.ts'
import { costsOverLoad } from './compare-scenario.ts'
import { makeForecast, writeForecastReport } from './forecast-scenario.ts'
import { listModels } from './list-models.ts'
import { checkModel, readOwnModel, saveModel } from './own-models.ts'
import { updateModels } from './update-models.ts'

type ModelCall = keyof typeof modelCalls | keyof typeof forecastCalls | keyof typeof costCalls

interface ModelServices {
  readonly workspacePath: string
  readonly resources: Resources
  /** The runs of the workspace, which calibrate models. */
  readonly runs: Runs
  readonly printPdf: PrintPdf
}

/** Creates the handlers of the calls about models, forecasts and costs. */
export function modelHandlers(services: ModelServices): Pick<Handlers, ModelCall> {
  const { workspacePath, resources, runs, printPdf } = services
  return {
    'models.list': () => listModels(resources),
    'models.backtest': async ({ model }) => [...(await backtestModels(resources, model)).points],
    'models.check': ({ text }) => checkModel(text, resources),
    'models.save': ({ text }) => saveModel(text, resources),
    'models.update': ({ from }) => updateModels(from, resources),
    'models.read': async ({ id }) => ({ text: await readOwnModel(id, resources) }),
    'models.calibrate': ({ model, name, runIds, parameterIds }) => {
      const request = { model, name, runs: runIds.map((runId) => runs.show(runId).run) }
      const calibration = parameterIds === undefined ? request : { ...request, parameterIds }
      return calibrateModel(calibration, resources, workspacePath)
    },
    'calibration.report': async ({ name, ...order }) => {
      const calibration = await readCalibration(workspacePath, name)
      const document = calibrationDocument(calibration)
      const written = { kind: 'calibration', name, document, json: calibration } as const
      return { paths: await writeDocument(written, order, printPdf) }
    },
    'calibrations.delete': async ({ name }) => {
      await deleteCalibration(workspacePath, name)
      return {}
    },
    'forecast.make': (question) => makeForecast(question, resources),
    'forecast.report': async (order) => ({ paths: await writeForecastReport(order, resources, printPdf) }),
    'costs.over-load': async ({ scenario, ...question }) => {
      const { targetUtilisation: _target, ...costs } = await costsOverLoad(scenario, question, resources)
      return costs
    },
  }
}
