/**
 * From words to an exit code.
 */
import { AppError } from '../contracts/app-error.ts'
import { logPath, writeLog } from '../workbench/log-file.ts'
import { locateResources } from '../workbench/resources.ts'
import { currentCircumstances, workspacePath } from '../workbench/workspace/workspace-path.ts'
import type { Command, CommandContext } from './command.ts'
import { readCommandLine, wantsJson } from './command-line.ts'
import { agentCommand } from './commands/agent.ts'
import { agentDeployCommand } from './commands/agent-deploy.ts'
import { agentsCheckCommand } from './commands/agents-check.ts'
import { benchmarkCommand, benchmarkListCommand } from './commands/benchmark.ts'
import { campaignCommand } from './commands/campaign.ts'
import { campaignsListCommand, campaignsShowCommand } from './commands/campaigns.ts'
import { compareCommand } from './commands/compare.ts'
import { explainCommand } from './commands/explain.ts'
import { importCommand } from './commands/import.ts'
import { modelsListCommand, modelsShowCommand } from './commands/models.ts'
import { modelsBacktestCommand } from './commands/models-backtest.ts'
import {
  calibrationsDeleteCommand,
  calibrationsListCommand,
  modelsCalibrateCommand,
} from './commands/models-calibrate.ts'
import { planCommand } from './commands/plan.ts'
import { predictCommand } from './commands/predict.ts'
import { reportCommand } from './commands/report.ts'
import { reportCalibrationCommand } from './commands/report-calibration.ts'
import { reportCampaignCommand } from './commands/report-campaign.ts'
import { reportSizingCommand } from './commands/report-sizing.ts'
import { reportVerifyCommand } from './commands/report-verify.ts'
import { runsAddCommand, runsDeleteCommand, runsListCommand, runsShowCommand } from './commands/runs.ts'
import { runsCompareCommand } from './commands/runs-compare.ts'
import { sweepCommand } from './commands/sweep.ts'
import { validateCommand } from './commands/validate.ts'
import { commandHelp, programHelp } from './help.ts'
import { nearestWord } from './near-miss.ts'
import { printError } from './print-error.ts'
import { guardedTerminal } from './terminal/terminal.ts'

const commands: readonly Command[] = [
  predictCommand,
  explainCommand,
  sweepCommand,
  compareCommand,
  planCommand,
  validateCommand,
  // Before `benchmark ID`: the longer name is meant.
  benchmarkListCommand,
  benchmarkCommand,
  campaignCommand,
  campaignsListCommand,
  campaignsShowCommand,
  agentDeployCommand,
  agentCommand,
  agentsCheckCommand,
  importCommand,
  // Before `report RUN`: the longer name is meant.
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
  modelsBacktestCommand,
  modelsCalibrateCommand,
  calibrationsListCommand,
  calibrationsDeleteCommand,
]

/** Runs one command line. Never rejects and never prints a stack trace. */
export async function runCli(words: readonly string[], given: Omit<CommandContext, 'given'>): Promise<number> {
  const terminal = guardedTerminal(given.terminal)
  const surroundings = { ...given, terminal }
  try {
    return await dispatch(words, surroundings)
  } catch (error) {
    return printError(terminal, forPeople(error, words, surroundings), wantsJson(words))
  }
}

async function dispatch(words: readonly string[], surroundings: Omit<CommandContext, 'given'>): Promise<number> {
  const { terminal, resourcesRoot } = surroundings
  const version = () => terminal.out(`headroom ${locateResources(resourcesRoot).headroomVersion}\n`)
  const [first] = words
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    terminal.out(programHelp(commands.map((command) => command.spec)))
    return 0
  }
  if (first === '--version' || first === '-v') {
    version()
    return 0
  }
  const { command, rest } = findCommand(words)
  if (rest.includes('-h')) return showHelp(command, terminal)
  const given = readCommandLine(rest, command.spec)
  if (given.has('help')) return showHelp(command, terminal)
  if (given.has('version')) {
    version()
    return 0
  }
  return command.run({ ...surroundings, given })
}

function showHelp(command: Command, terminal: CommandContext['terminal']): number {
  terminal.out(commandHelp(command.spec))
  return 0
}

/** @throws AppError USAGE that names what may have been meant. */
function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } {
  const [first = '', second = ''] = words
  const names = commands.map((command) => command.spec.name)
  const named = (length: number) => commands.find(({ spec }) => spec.name === words.slice(0, length).join(' '))
  // The longest name that fits: `report sizing` is not `report` of a run called sizing.
  const command = named(3) ?? named(2) ?? named(1)
  if (command !== undefined) return { command, rest: words.slice(command.spec.name.split(' ').length) }
  const subcommands = names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1))
  if (subcommands.length > 0) throw unknownSubcommand(first, second, subcommands)
  const meant = nearestWord(first, [...new Set(names.map((name) => name.split(' ')[0] ?? name))])
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  throw new AppError('USAGE', `headroom has no command "${first}".${hint}`, {
    remedy: 'See what it has with: headroom --help',
  })
}

function unknownSubcommand(first: string, second: string, known: readonly string[]): AppError {
  const remedy = `Use one of: ${known.map((name) => `headroom ${first} ${name}`).join(', ')}`
  if (second === '' || second.startsWith('-')) {
    return new AppError('USAGE', `headroom ${first} needs to know what to do.`, { remedy })
  }
  const meant = nearestWord(second, known)
  const hint = meant === undefined ? '' : ` Did you mean ${first} ${meant}?`
  return new AppError('USAGE', `headroom ${first} has no command "${second}".${hint}`, { remedy })
}

/** What nobody expected goes to the log with its stack; people get one line and the place of the log. */
function forPeople(error: unknown, words: readonly string[], { environment }: Omit<CommandContext, 'given'>): AppError {
  const known = AppError.from(error)
  if (known.code !== 'INTERNAL') return known
  const workspace = workspacePath({ ...currentCircumstances(workspaceFlag(words)), environment })
  writeLog(workspace, 'The command failed unexpectedly.', error)
  return new AppError('INTERNAL', known.message, {
    cause: error,
    remedy: `This is a fault in Headroom. Please report it with ${logPath(workspace)}.`,
  })
}

/** `--workspace`, also on a command line that cannot be read otherwise. */
function workspaceFlag(words: readonly string[]): string | undefined {
  const inline = words.find((word) => word.startsWith('--workspace='))
  const at = words.indexOf('--workspace')
  return inline?.slice('--workspace='.length) ?? (at === -1 ? undefined : words[at + 1])
}
