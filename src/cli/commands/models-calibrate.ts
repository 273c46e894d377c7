/**
 * `headroom models calibrate` fits values of a few parameters to recorded runs and keeps them as a calibration.
 * `headroom models calibrations` lists and deletes calibrations.
 */
import { AppError } from '../../contracts/app-error.ts'
import { calibrationDocument } from '../../presentation/calibration/calibration-document.ts'
import { calibrationListBlocks } from '../../presentation/calibration/calibration-list.ts'
import { paintTerminal, paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { deleteCalibration, listCalibrations } from '../../workbench/calibration/calibrations.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { findRun } from '../find-entry.ts'
import { withWorkbench, workspaceOf } from '../with-workbench.ts'

export const modelsCalibrateCommand: Command = {
  spec: {
    name: 'models calibrate',
    summary: 'Fit a few parameters of a model to recorded runs and keep them under a name.',
    parameters: ['ID'],
    options: {
      runs: {
        value: 'RUN,RUN,…',
        text: 'Runs on your own cluster, or imported runs. At least two must have reached a limit.',
      },
      name: { value: 'NAME', text: 'Name of the calibration.' },
      parameters: { value: 'ID,ID,…', text: 'Parameters to fit (default: those that affect the runs).' },
      ...workspaceOptions,
    },
    examples: ['headroom models calibrate confluent-cloud-dedicated --runs 20261121,last --name staging'],
  },
  run: calibrateOnce,
}

async function calibrateOnce(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const name = requiredText(context, 'name', 'a name', '--name NAME')
  const words = wordsOf(requiredText(context, 'runs', 'runs', '--runs RUN,RUN,…'))
  const parameters = given.text('parameters')
  const calibration = await withWorkbench(context, async (workbench) => {
    const entries = await Promise.all(words.map((word) => findRun(workbench, word)))
    return workbench.handlers['models.calibrate']({
      model: given.parameters[0] ?? '',
      name,
      runIds: entries.map(({ id }) => id),
      ...(parameters === undefined ? {} : { parameterIds: wordsOf(parameters) }),
    })
  })
  if (given.has('json')) printJson(terminal, calibration)
  else terminal.out(paintTerminal(calibrationDocument(calibration), terminal.columns))
  return 0
}

export const calibrationsListCommand: Command = {
  spec: {
    name: 'models calibrations list',
    summary: 'List the calibrations of the workspace.',
    parameters: [],
    options: workspaceOptions,
    examples: ['headroom models calibrations list'],
  },
  async run(context) {
    const { calibrations, broken } = await listCalibrations(workspaceOf(context))
    if (context.given.has('json')) printJson(context.terminal, { calibrations, broken })
    else
      context.terminal.out(paintTerminalBlocks(calibrationListBlocks(calibrations, broken), context.terminal.columns))
    return 0
  },
}

export const calibrationsDeleteCommand: Command = {
  spec: {
    name: 'models calibrations delete',
    summary: 'Delete a calibration.',
    parameters: ['NAME'],
    options: workspaceOptions,
    examples: ['headroom models calibrations delete staging'],
  },
  async run(context) {
    const name = context.given.parameters[0] ?? ''
    await deleteCalibration(workspaceOf(context), name)
    if (context.given.has('json')) printJson(context.terminal, { deleted: name })
    else context.terminal.out(`Deleted the calibration ${name}.\n`)
    return 0
  },
}

/** Returns the value of a required option. @throws AppError USAGE if it was not given */
function requiredText({ given }: CommandContext, option: string, what: string, example: string): string {
  const text = given.text(option)
  if (text !== undefined) return text
  throw new AppError('USAGE', `headroom models calibrate needs ${what}.`, { remedy: `Add: ${example}` })
}

function wordsOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
