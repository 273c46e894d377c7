/**
 * Prints an observation with its scenario and prediction, and writes the requested files.
 */
import { resolve } from 'node:path'
import { AppError } from '../contracts/app-error.ts'
import type { Observation } from '../contracts/observation.ts'
import { defaultReportOptions } from '../contracts/report-options.ts'
import { type ClientFamily, clientFamily } from '../contracts/workload.ts'
import { observationDocument } from '../presentation/observation/observation-document.ts'
import { paintTerminal } from '../presentation/painters/terminal-painter.ts'
import { assertWritableFile } from '../workbench/files/assert-writable.ts'
import { answerObservation } from '../workbench/observations/answer-observation.ts'
import { writeScenario } from '../workbench/sizing/scenario-files.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { type CommandContext, printJson } from './command.ts'
import type { Given } from './command-line.ts'
import { checkOutputFile } from './output-file.ts'
import { reportFolder } from './report-command-options.ts'
import { resourcesOf } from './with-workbench.ts'

/** Options of commands that print an observation. */
export const observationOutputOptions = {
  'client-family': {
    value: 'FAMILY',
    text: 'The library of the clients, which no source states: java (default) or librdkafka. The linger of the scenario follows from it.',
  },
  'redact-names': {
    text: 'Replace the names of topics, groups, files and hosts in everything that is printed or written.',
  },
  out: {
    value: 'FILE',
    text: 'Write the scenario there, like cluster.headroom.json. A scenario that is there is replaced.',
  },
  report: { value: 'DIR', text: 'Write the report there, as HTML and JSON.' },
} as const

/** The values of these options that are checked before the sources are read. */
export interface ObservationOutput {
  /** Folder for the report; undefined to write none. */
  readonly directory: string | undefined
  readonly clientFamily: ClientFamily | undefined
}

/** Reads these options. @throws AppError USAGE, and as `reportFolder` and `assertWritableFile` */
export async function observationOutputOf(given: Given): Promise<ObservationOutput> {
  const text = given.text('client-family')
  const family = clientFamily.options.find((each) => each === text)
  if (text !== undefined && family === undefined) {
    throw new AppError('USAGE', `No library of clients is called "${text}".`, {
      problems: [{ place: '--client-family', message: `expected ${clientFamily.options.join(' or ')}` }],
      remedy: 'For example: --client-family librdkafka',
    })
  }
  const out = given.text('out')
  await checkOutputFile(given, 'out', 'scenario')
  if (out !== undefined) await assertWritableFile(out)
  return { directory: await reportFolder(given), clientFamily: family }
}

/**
 * Prints the observation and writes the requested files.
 * @returns the exit code
 * @throws AppError if a file cannot be written
 */
export async function printObservation(
  observation: Observation,
  context: CommandContext,
  workbench: Workbench,
  { directory, clientFamily: family }: ObservationOutput,
): Promise<number> {
  const { given, terminal } = context
  const isRedacted = given.has('redact-names')
  const answered = await answerObservation(observation, resourcesOf(context), { isRedacted, clientFamily: family })
  const out = given.text('out')
  if (out !== undefined) await writeScenario(resolve(out), answered.scenario)
  const order = { workbench, directory, isRedacted, clientFamily: family }
  const paths = await writeReport(observation.id, order)
  if (given.has('json')) {
    printJson(terminal, { ...answered, paths: [...(out === undefined ? [] : [resolve(out)]), ...paths] })
    return 0
  }
  terminal.out(paintTerminal(observationDocument(answered), terminal.columns))
  if (out !== undefined) terminal.out(`\nWrote ${out}. Predict it with: headroom predict ${out}\n`)
  for (const path of paths) terminal.out(`Wrote ${path}\n`)
  return 0
}

interface ReportInput extends ObservationOutput {
  readonly workbench: Workbench
  readonly isRedacted: boolean
}

/** Returns the paths of the report's files; none without a folder. */
async function writeReport(
  observationId: string,
  { workbench, directory, isRedacted, clientFamily: family }: ReportInput,
): Promise<string[]> {
  if (directory === undefined) return []
  const { paths } = await workbench.handlers['observation.report']({
    observationId,
    ...(family === undefined ? {} : { clientFamily: family }),
    formats: ['html', 'json'],
    directory,
    options: { ...defaultReportOptions, isRedacted },
  })
  return paths
}
