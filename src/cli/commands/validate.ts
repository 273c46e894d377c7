/**
 * `headroom validate` tests a prediction with a load run.
 */
import { AppError, type AppErrorData, errorExitCodes, type Problem } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { EventPayload } from '../../contracts/ipc-contract.ts'
import { defaultReportOptions, type ReportFormat } from '../../contracts/report-options.ts'
import { fileOfRun } from '../../contracts/run-file-conversion.ts'
import { hasOutputs, type MeasuredRecord, type OutputsRun } from '../../contracts/run-record.ts'
import type { ValidationRequest } from '../../contracts/validation-request.ts'
import { textWidth, wrapText } from '../../presentation/painters/columns.ts'
import { paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { runPreviewBlocks } from '../../presentation/run/run-preview.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { agentOptions, agentToken, readFleet } from '../agent-options.ts'
import { askToStart, secretResolver } from '../before-a-run.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { followRun } from '../follow-run.ts'
import { errorText } from '../print-error.ts'
import { prometheusOptions } from '../prometheus-options.ts'
import { readRequest } from '../read-validation-request.ts'
import { type ReportOutcome, reportFolder, writeReportAfterRun } from '../report-command-options.ts'
import { runText } from '../run-text.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { validationObject } from '../validation-output.ts'
import { withWorkbench } from '../with-workbench.ts'

export const validateCommand: Command = {
  spec: {
    name: 'validate',
    summary: 'Test a prediction with a load run.',
    parameters: ['SCENARIO'],
    insteadOfMore:
      'a run drives one scenario: write all workloads into one with headroom predict … --together --out FILE, and validate that file',
    options: {
      target: {
        value: 'TARGET',
        text: 'embedded (default), embedded:kafka, embedded:simulated, or a connection file such as client.properties.',
      },
      scale: {
        value: 'F',
        text: 'Factor on rates and byte limits of an embedded cluster (default: the scenario’s, else from a trial).',
      },
      duration: {
        value: 'TIME',
        text: 'Length of the load, like 110s (default: the scenario’s, else ten quota windows, of which eight count).',
      },
      report: { value: 'DIR', text: 'Write the report there at the end: html, json and csv.' },
      expect: { value: 'confirmed', text: `Exit with ${errorExitCodes.NOT_CONFIRMED} on any other verdict.` },
      driver: {
        value: 'DRIVER',
        text: 'Clients of the load: node-rdkafka (default), kafka-perf-test (the Java clients of Kafka’s own tools) or trogdor.',
      },
      trogdor: {
        value: 'FILE',
        text: 'With --driver trogdor: the platform file of the Trogdor fleet.',
      },
      yes: { text: 'Do not ask before writing to a cluster.' },
      'quota-factor': {
        value: 'F',
        text: 'Factor on the quotas of embedded:kafka only: shows that a verdict can be negative.',
      },
      'quota-window-seconds': { value: 'N', text: 'Quota window of embedded:kafka (default: 11).' },
      'existing-topics': {
        text: 'Use the existing topics of your cluster that the scenario names. They are never altered or deleted.',
      },
      ...prometheusOptions,
      'secrets-file': { value: 'FILE', text: 'Values of the secrets that a connection names, as {"name": "value"}.' },
      ...agentOptions,
      ...scenarioOptions,
      ...workspaceOptions,
    },
    examples: [
      'headroom validate examples/first.headroom.json',
      'headroom validate examples/confluent-cku-2020.headroom.json --target embedded:kafka --scale 0.1 --report report',
      'headroom validate mine.headroom.json --target client.properties',
      'headroom validate mine.headroom.json --target client.properties --agent 10.0.0.5:7443#9f2c… --agent 10.0.0.6:7443#41d0…',
      'headroom validate examples/first.headroom.json --target embedded:kafka --driver kafka-perf-test',
      'headroom validate mine.headroom.json --target staging.connection.json --secrets-file secrets.json --yes --json',
    ],
  },
  run: validate,
}

async function validate(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const problems: Problem[] = []
  const agents = readFleet(given, problems)
  let directory: string | undefined
  let token: Secrets = {}
  const readDirectory = async () => {
    directory = await reportFolder(given)
  }
  const readToken = async () => {
    token = await agentToken(given)
  }
  const { request, secrets, notes } = await readRequest(given, (path) => scenarioOf(path, given), {
    otherProblems: problems,
    alsoRead: [
      ['--report', readDirectory],
      ['--agent-token-file', readToken],
    ],
  })
  for (const note of notes) terminal.err(wrapText(note, textWidth(terminal.columns)))
  const resolveSecrets = await secretResolver(context, { ...secrets, ...token })
  const requestWithAgents = { ...request, ...(agents === undefined ? {} : { agents }) }
  return withWorkbench(
    context,
    (workbench) => runValidation({ ...context, directory }, requestWithAgents, workbench),
    resolveSecrets,
  )
}

interface ReportedContext extends CommandContext {
  /** Folder for the report; undefined to write none. */
  readonly directory: string | undefined
}

async function runValidation(
  context: ReportedContext,
  request: ValidationRequest,
  workbench: Workbench,
): Promise<number> {
  const shownNotes = request.target.kind === 'connection' ? await askBeforeWriting(context, request, workbench) : []
  const { record, error } = await followRun(workbench, request, { terminal: context.terminal, shownNotes })
  if (record !== null && hasOutputs(record)) return printOutputsEnd(context, record, workbench)
  if (record === null || record.observations.kind === 'outputs') throw AppError.fromData(error ?? noResult)
  const reports = await writeReports(context, record.id, workbench)
  return printEnd(context, record, reports.paths, error ?? reports.error)
}

const noResult: AppErrorData = new AppError('RUN_FAILED', 'The run ended without a result.').toData()

/**
 * Shows the plan and asks for confirmation before anything is written to the user's cluster.
 * @returns the notes that were shown
 * @throws AppError as `askToStart`
 */
async function askBeforeWriting({ given, terminal }: CommandContext, request: ValidationRequest, workbench: Workbench) {
  const preview = await workbench.handlers['validation.preview'](request)
  terminal.err(paintTerminalBlocks(runPreviewBlocks(preview), terminal.columns))
  await askToStart({ given, terminal }, 'run')
  return preview.notes
}

function writeReports(context: ReportedContext, runId: string, workbench: Workbench): Promise<ReportOutcome> {
  // These formats need no other process. `headroom report` can write a PDF too.
  const formats: ReportFormat[] = ['html', 'json', 'csv']
  return writeReportAfterRun(context.directory, (directory) =>
    workbench.handlers['report.write']({ runId, formats, directory, options: defaultReportOptions }),
  )
}

/** Prints a run whose clients were other tools, from what the tools printed. @returns the exit code */
async function printOutputsEnd(context: ReportedContext, run: OutputsRun, workbench: Workbench): Promise<number> {
  const { given, terminal } = context
  const reports = await writeReports(context, run.id, workbench)
  if (given.has('json')) printJson(terminal, fileOfRun(run))
  else {
    terminal.out(runText(run, terminal.columns))
    for (const path of reports.paths) terminal.out(`Wrote ${path}\n`)
    if (reports.paths.length === 0) terminal.out(`Report: headroom report ${run.id}\n`)
  }
  if (reports.error !== null) {
    terminal.err(`\n${errorText(reports.error)}`)
    return errorExitCodes[reports.error.code]
  }
  if (run.status === 'partial') return errorExitCodes.ABORTED
  const isExpected = given.text('expect') === undefined || run.overlay?.verdict === 'confirmed'
  return isExpected ? 0 : errorExitCodes.NOT_CONFIRMED
}

function printEnd(
  { given, terminal }: CommandContext,
  record: MeasuredRecord,
  reports: readonly string[],
  error: EventPayload<'validation.ended'>['error'],
): number {
  if (given.has('json')) printJson(terminal, validationObject(record, reports, error))
  else if (record.status === 'failed' && error !== null) terminal.err(errorText(error))
  else {
    terminal.out(runText(record, terminal.columns))
    for (const path of reports) terminal.out(`Wrote ${path}\n`)
    if (reports.length === 0) terminal.out(`Report: headroom report ${record.id}\n`)
    if (error !== null) terminal.err(`\n${errorText(error)}`)
  }
  if (error !== null) return errorExitCodes[error.code]
  const isExpected = given.text('expect') === undefined || record.overlay?.verdict === 'confirmed'
  return isExpected ? 0 : errorExitCodes.NOT_CONFIRMED
}
