/**
 * Runs a command line: finds the command, parses its options, and prints errors.
 */
import { AppError } from '../contracts/app-error.ts'
import { nearNames } from '../units/near-names.ts'
import { logPath, writeLog } from '../workbench/log-file.ts'
import { locateResources } from '../workbench/resources.ts'
import { currentCircumstances, workspacePath } from '../workbench/workspace/workspace-path.ts'
import type { Command, CommandContext } from './command.ts'
import { type CommandSpec, readCommandLine, wantsJson } from './command-line.ts'
import { agentCommand } from './commands/agent.ts'
import { agentDeployCommand } from './commands/agent-deploy.ts'
import { agentsCheckCommand } from './commands/agents-check.ts'
import { benchmarkCommand, benchmarkListCommand } from './commands/benchmark.ts'
import { billCommand } from './commands/bill.ts'
import { campaignCommand } from './commands/campaign.ts'
import { campaignsListCommand, campaignsShowCommand } from './commands/campaigns.ts'
import { compareCommand } from './commands/compare.ts'
import { doctorCommand } from './commands/doctor.ts'
import { explainCommand } from './commands/explain.ts'
import { forecastCommand } from './commands/forecast.ts'
import { importCommand } from './commands/import.ts'
import { modelsListCommand, modelsShowCommand } from './commands/models.ts'
import { modelsBacktestCommand } from './commands/models-backtest.ts'
import {
  calibrationsDeleteCommand,
  calibrationsListCommand,
  modelsCalibrateCommand,
} from './commands/models-calibrate.ts'
import { modelsUpdateCommand } from './commands/models-update.ts'
import { observationsListCommand, observationsShowCommand } from './commands/observations.ts'
import { observationsResumeCommand } from './commands/observations-resume.ts'
import { observeCommand } from './commands/observe.ts'
import { planCommand } from './commands/plan.ts'
import { predictCommand } from './commands/predict.ts'
import { provisionCommand } from './commands/provision.ts'
import { reportCommand } from './commands/report.ts'
import { reportCalibrationCommand } from './commands/report-calibration.ts'
import { reportCampaignCommand } from './commands/report-campaign.ts'
import { reportSizingCommand } from './commands/report-sizing.ts'
import { reportVerifyCommand } from './commands/report-verify.ts'
import { runsAddCommand, runsDeleteCommand, runsListCommand, runsShowCommand } from './commands/runs.ts'
import { runsCompareCommand } from './commands/runs-compare.ts'
import { schemaCommand } from './commands/schema.ts'
import { sweepCommand } from './commands/sweep.ts'
import { validateCommand } from './commands/validate.ts'
import { commandHelp, groupHelp, programHelp } from './help.ts'
import { printError } from './print-error.ts'
import { guardedTerminal } from './terminal/terminal.ts'

const commands: readonly Command[] = [
  predictCommand,
  explainCommand,
  sweepCommand,
  forecastCommand,
  compareCommand,
  billCommand,
  provisionCommand,
  planCommand,
  validateCommand,
  // Before `benchmark ID`, because the longer name has priority.
  benchmarkListCommand,
  benchmarkCommand,
  campaignCommand,
  campaignsListCommand,
  campaignsShowCommand,
  agentDeployCommand,
  agentCommand,
  agentsCheckCommand,
  observeCommand,
  observationsListCommand,
  observationsShowCommand,
  observationsResumeCommand,
  importCommand,
  // Before `report RUN`, because the longer name has priority.
  reportCampaignCommand,
  reportCalibrationCommand,
  reportSizingCommand,
  reportVerifyCommand,
  reportCommand,
  runsListCommand,
  runsShowCommand,
  runsAddCommand,
  runsDeleteCommand,
  runsCompareCommand,
  modelsListCommand,
  modelsShowCommand,
  modelsUpdateCommand,
  modelsBacktestCommand,
  modelsCalibrateCommand,
  calibrationsListCommand,
  calibrationsDeleteCommand,
  schemaCommand,
  doctorCommand,
]

/** The specifications of all commands, in the order of the help. */
export const commandSpecs: readonly CommandSpec[] = commands.map(({ spec }) => spec)

/** The part of a command's input that does not depend on the command line. */
type ProcessContext = Omit<CommandContext, 'given'>

/** Runs one command line. Never rejects and never prints a stack trace. @returns the exit code */
export async function runCli(words: readonly string[], givenContext: ProcessContext): Promise<number> {
  const terminal = guardedTerminal(givenContext.terminal)
  const processContext = { ...givenContext, terminal }
  try {
    return await dispatch(words, processContext)
  } catch (error) {
    return printError(terminal, reportableError(error, words, processContext), wantsJson(words))
  }
}

async function dispatch(words: readonly string[], processContext: ProcessContext): Promise<number> {
  const { terminal, resourcesRoot } = processContext
  const printVersion = () => terminal.out(`headroom ${locateResources(resourcesRoot).headroomVersion}\n`)
  const [first, second = '--help'] = words
  // `headroom help runs` means `headroom runs --help`.
  if (first === 'help' && !second.startsWith('-')) return dispatch([...words.slice(1), '--help'], processContext)
  if (first === undefined || first === 'help' || isHelpFlag(first)) {
    terminal.out(programHelp(commandSpecs, terminal.columns))
    return 0
  }
  if (first === '--version' || first === '-v') {
    printVersion()
    return 0
  }
  const group = namedCommand(words) === undefined ? commandGroup(words) : null
  if (group !== null && isHelpFlag(group.rest[0])) {
    terminal.out(groupHelp(group.name, group.specs, terminal.columns))
    return 0
  }
  const { command, rest } = findCommand(words)
  if (rest.includes('-h')) return showHelp(command, terminal)
  const given = readCommandLine(rest, command.spec)
  if (given.has('help')) return showHelp(command, terminal)
  if (given.has('version')) {
    printVersion()
    return 0
  }
  return command.run({ ...processContext, given })
}

function showHelp(command: Command, terminal: CommandContext['terminal']): number {
  const longer = commandSpecs.filter(({ name }) => name.startsWith(`${command.spec.name} `))
  terminal.out(commandHelp(command.spec, longer, terminal.columns))
  return 0
}

function isHelpFlag(word: string | undefined): boolean {
  return word === '--help' || word === '-h'
}

/**
 * Finds the command with the longest matching name, so that `report sizing` is not `report` with a run named sizing.
 */
function namedCommand(words: readonly string[]): Command | undefined {
  const commandOfLength = (length: number) =>
    commands.find(({ spec }) => spec.name === words.slice(0, length).join(' '))
  return commandOfLength(3) ?? commandOfLength(2) ?? commandOfLength(1)
}

/** Finds the group of commands whose names begin with the first words, such as `runs` or `models calibrations`. */
function commandGroup(words: readonly string[]) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const members = commandSpecs.filter((spec) => spec.name.startsWith(`${name} `))
    if (words.length >= length && members.length > 0) return { name, specs: members, rest: words.slice(length) }
  }
  return null
}

/** Finds the command of a command line. @throws AppError USAGE, with a suggestion for a misspelled name */
function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } {
  const [first = ''] = words
  const command = namedCommand(words)
  if (command !== undefined) return { command, rest: words.slice(command.spec.name.split(' ').length) }
  const group = commandGroup(words)
  if (group !== null) throw unknownSubcommand(group.name, group.rest[0] ?? '', group.specs)
  if (first.startsWith('-')) {
    throw new AppError('USAGE', `The command comes first, then its options: ${first} is before the command.`, {
      remedy: 'For example: headroom predict examples/first.headroom.json --json',
    })
  }
  const [suggestion] = nearNames(first, [...new Set(commandSpecs.map(({ name }) => name.split(' ')[0] ?? name))])
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
  throw new AppError('USAGE', `headroom has no command "${first}".${hint}`, {
    remedy: 'See the commands with: headroom --help',
  })
}

function unknownSubcommand(group: string, given: string, members: readonly CommandSpec[]): AppError {
  const remedy = `Use one of: ${members.map(({ name }) => `headroom ${name}`).join(', ')}`
  if (given === '' || given.startsWith('-')) {
    return new AppError('USAGE', `headroom ${group} needs a command.`, { remedy })
  }
  const known = members.map(({ name }) => name.slice(group.length + 1))
  const [suggestion] = nearNames(given, known)
  const hint = suggestion === undefined ? '' : ` Did you mean ${group} ${suggestion}?`
  return new AppError('USAGE', `headroom ${group} has no command "${given}".${hint}`, { remedy })
}

/**
 * Returns expected errors as they are. Logs an unexpected one with its stack and returns one line with the log's path.
 */
function reportableError(error: unknown, words: readonly string[], { environment }: ProcessContext): AppError {
  const known = AppError.from(error)
  if (known.code !== 'INTERNAL') return known
  const workspace = workspacePath({ ...currentCircumstances(workspaceFlag(words)), environment })
  writeLog(workspace, 'The command failed unexpectedly.', error)
  return new AppError('INTERNAL', known.message, {
    cause: error,
    remedy: `This is a fault in Headroom. Please report it with ${logPath(workspace)}.`,
  })
}

/** Reads the value of `--workspace`, even if the command line is invalid. */
function workspaceFlag(words: readonly string[]): string | undefined {
  const inline = words.find((word) => word.startsWith('--workspace='))
  const at = words.indexOf('--workspace')
  return inline?.slice('--workspace='.length) ?? (at === -1 ? undefined : words[at + 1])
}
