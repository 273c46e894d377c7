/**
 * Prints an observation with its scenario and prediction, and writes the requested files.
 */
import { resolve } from 'node:path'
import type { Observation } from '../contracts/observation.ts'
import { defaultReportOptions } from '../contracts/report-options.ts'
import { observationDocument } from '../presentation/observation/observation-document.ts'
import { paintTerminal } from '../presentation/painters/terminal-painter.ts'
import { answerObservation } from '../workbench/observations/answer-observation.ts'
import { writeScenario } from '../workbench/sizing/scenario-files.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { type CommandContext, printJson } from './command.ts'
import { resourcesOf } from './with-workbench.ts'

/** Options of commands that print an observation. */
export const observationOutputOptions = {
  'redact-names': {
    text: 'Replace the names of topics, groups, files and hosts in everything that is printed or written.',
  },
  out: { value: 'FILE', text: 'Write the scenario there, like cluster.headroom.json.' },
  report: { value: 'DIR', text: 'Write the report there, as HTML and JSON.' },
} as const

/**
 * Prints the observation and writes the requested files.
 * @param directory folder for the report; undefined to write none
 * @returns the exit code
 * @throws AppError if a file cannot be written
 */
export async function printObservation(
  observation: Observation,
  context: CommandContext,
  workbench: Workbench,
  directory: string | undefined,
): Promise<number> {
  const { given, terminal } = context
  const isRedacted = given.has('redact-names')
  const answered = await answerObservation(observation, resourcesOf(context), { isRedacted })
  const out = given.text('out')
  if (out !== undefined) await writeScenario(resolve(out), answered.scenario)
  const paths = directory === undefined ? [] : await writeReport(observation.id, { workbench, directory, isRedacted })
  if (given.has('json')) {
    printJson(terminal, { ...answered, paths: [...(out === undefined ? [] : [resolve(out)]), ...paths] })
    return 0
  }
  terminal.out(paintTerminal(observationDocument(answered), terminal.columns))
  if (out !== undefined) terminal.out(`\nWrote ${out}. Predict it with: headroom predict ${out}\n`)
  for (const path of paths) terminal.out(`Wrote ${path}\n`)
  return 0
}

interface ReportInput {
  readonly workbench: Workbench
  readonly directory: string
  readonly isRedacted: boolean
}

async function writeReport(
  observationId: string,
  { workbench, directory, isRedacted }: ReportInput,
): Promise<string[]> {
  const { paths } = await workbench.handlers['observation.report']({
    observationId,
    formats: ['html', 'json'],
    directory,
    options: { ...defaultReportOptions, isRedacted },
  })
  return paths
}
