/**
 * `headroom agents check` shows whether agents can be reached and trusted, with their machines and clock offsets.
 */
import type { AgentHealth } from '../../contracts/agent.ts'
import { errorExitCodes, type Problem } from '../../contracts/app-error.ts'
import { agentListBlocks } from '../../presentation/machines/agent-list.ts'
import { paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { agentToken, agentTokenOption, readAgents } from '../agent-options.ts'
import { secretResolver } from '../before-a-run.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { errorText } from '../print-error.ts'
import { usageError } from '../usage-error.ts'
import { withWorkbench } from '../with-workbench.ts'

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
  terminal.out(paintTerminalBlocks(agentListBlocks(agents), terminal.columns))
  for (const { error } of agents) if (error !== null) terminal.err(errorText(error))
}
