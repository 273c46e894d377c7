/**
 * `headroom agents check` shows whether agents can be reached and trusted, with their machines and clock offsets.
 */
import { type AgentHealth, agentName } from '../../contracts/agent.ts'
import { errorExitCodes, type Problem } from '../../contracts/app-error.ts'
import { hostsOnMachine } from '../../contracts/environment.ts'
import { alignColumns, textWidth, wrapText } from '../../presentation/painters/columns.ts'
import { clockText } from '../../presentation/run/fleet-sentences.ts'
import { formatBytes } from '../../units/bytes.ts'
import { agentToken, agentTokenOption, readAgents } from '../agent-options.ts'
import { secretResolver } from '../before-a-run.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { errorText } from '../print-error.ts'
import { usageError } from '../usage-error.ts'
import { withWorkbench } from '../with-workbench.ts'

/** A sentence names at most this many agents and counts the others. */
const maxNamed = 8

export const agentsCheckCommand: Command = {
  spec: {
    name: 'agents check',
    summary: 'Show the version, machine and clock of agents.',
    parameters: ['ADDRESS...'],
    options: { ...agentTokenOption, ...workspaceOptions },
    examples: ['headroom agents check 10.0.0.5:7443#9f2c… 10.0.0.6:7443#41d0… --agent-token-file token'],
  },
  run: check,
}

async function check(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const problems: Problem[] = []
  const addresses = readAgents(given.parameters, problems)
  const remedy = 'An agent prints its address and fingerprint when it starts.'
  if (problems.length > 0) throw usageError('agents check', problems, remedy)
  const resolveSecrets = await secretResolver(context, await agentToken(given))
  return withWorkbench(
    context,
    async ({ handlers }) => {
      const { agents } = await handlers['agents.check']({ agents: addresses })
      if (given.has('json')) printJson(terminal, { agents })
      else printAgents(context, agents)
      const failed = agents.find(({ error }) => error !== null)
      return failed?.error == null ? 0 : errorExitCodes[failed.error.code]
    },
    resolveSecrets,
  )
}

function printAgents({ terminal }: CommandContext, agents: readonly AgentHealth[]): void {
  const rows = agents.map(({ address, environment, clock, error }) => {
    const name = agentName(address)
    if (environment === null || clock === null) return [name, error === null ? 'unknown' : 'no']
    const { runnerVersion, cpuCores, memoryBytes, platform } = environment
    const cores = cpuCores === 1 ? '1 core' : `${cpuCores} cores`
    return [
      name,
      'ready',
      `runner ${runnerVersion}`,
      platform,
      cores,
      formatBytes(memoryBytes),
      `clock ${clockText(clock)}`,
    ]
  })
  terminal.out(alignColumns(rows))
  terminal.out(sharedMachinesText(agents, terminal.columns))
  for (const { error } of agents) if (error !== null) terminal.err(errorText(error))
}

/** Names agents that share a machine, because together they can offer no more load than one of them. */
function sharedMachinesText(agents: readonly AgentHealth[], columns: number): string {
  const hosts = hostsOnMachine(agents.map(({ environment }) => environment))
  const shared = agents.filter((_, index) => (hosts[index] ?? 1) > 1).map(({ address }) => agentName(address))
  if (shared.length === 0) return ''
  const unnamed = shared.length - maxNamed
  const names = [...shared.slice(0, maxNamed), ...(unnamed > 0 ? [`and ${unnamed} more`] : [])].join(', ')
  return wrapText(`These agents share a machine: ${names}. Its capacity counts once.`, textWidth(columns))
}
