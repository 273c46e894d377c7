/**
 * The agents that were asked for their state, and the names that the window's table shares with this list.
 */
import { type AgentHealth, agentName } from '../../contracts/agent.ts'
import { type Environment, hostsOnMachine } from '../../contracts/environment.ts'
import { formatBytes } from '../../units/bytes.ts'
import { counted } from '../../units/count.ts'
import { type Block, blocks, listing, paragraph, textCell } from '../document.ts'
import { clockText } from '../run/fleet-sentences.ts'

/** Headings of the columns. */
export const agentHeadings = { agent: 'Agent', state: 'State', machine: 'Machine', clock: 'Clock' } as const

/** The state of an agent after a check, or before its first one. */
export const agentStateLabels = {
  ready: 'ready',
  refused: 'cannot be used',
  unchecked: 'not checked yet',
} as const

/** A sentence names at most this many agents and counts the others. */
const maxNamed = 8

/** The agents, one a line, and which of them share a machine. A dash stands for an unknown machine or clock. */
export function agentListBlocks(agents: readonly AgentHealth[]): Block[] {
  const { agent, state, machine, clock } = agentHeadings
  const rows = agents.map((each) => [
    textCell(agentName(each.address)),
    textCell(each.error === null ? agentStateLabels.ready : agentStateLabels.refused),
    textCell(each.environment === null ? '–' : `${machineText(each.environment)}, ${versionsText(each.environment)}`),
    textCell(each.clock === null ? '–' : clockText(each.clock)),
  ])
  const shared = sharedMachinesSentence(agents)
  return blocks(
    listing('Agents', [agent, state, machine, clock].map(textCell), rows),
    shared !== null && paragraph(shared),
  )
}

/** "8 cores, 33 GB". */
export function machineText({ cpuCores, memoryBytes }: Pick<Environment, 'cpuCores' | 'memoryBytes'>): string {
  return `${counted(cpuCores, 'core')}, ${formatBytes(memoryBytes)}`
}

/** "linux-x64, runner 0.1.0". */
export function versionsText({ platform, runnerVersion }: Pick<Environment, 'platform' | 'runnerVersion'>): string {
  return `${platform}, runner ${runnerVersion}`
}

/** Names agents that share a machine, because together they can offer no more load than one of them. */
function sharedMachinesSentence(agents: readonly AgentHealth[]): string | null {
  const hosts = hostsOnMachine(agents.map(({ environment }) => environment))
  const shared = agents.filter((_, index) => (hosts[index] ?? 1) > 1).map(({ address }) => agentName(address))
  if (shared.length === 0) return null
  const unnamed = shared.length - maxNamed
  const names = [...shared.slice(0, maxNamed), ...(unnamed > 0 ? [`and ${unnamed} more`] : [])].join(', ')
  return `These agents share a machine: ${names}. Its capacity counts once.`
}
