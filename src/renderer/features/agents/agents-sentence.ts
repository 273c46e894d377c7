/**
 * Summarises the known agents in one sentence. Pure.
 */
import { type AgentHealth, agentName, type KnownAgent } from '../../../contracts/agent.ts'
import { hostsOnMachine } from '../../../contracts/environment.ts'
import { formatByteRate } from '../../../units/byte-rate.ts'
import { counted } from '../../../units/count.ts'
import { groupDigits } from '../../../units/number-text.ts'

/** The results of the last checks, by address. */
export type HealthByAddress = ReadonlyMap<string, AgentHealth>

/** A summary, for example "4 agents, together able to offer 900 MB/s, clocks within 0.4 ms of this one." */
export function agentsSentence(agents: readonly KnownAgent[], health: HealthByAddress): string {
  if (agents.length === 0) return 'No agents yet: the load comes from this computer only.'
  const known = agents.flatMap(({ address }) => health.get(address) ?? [])
  const ready = known.filter(({ error }) => error === null)
  const count = counted(agents.length, 'agent')
  if (known.length < agents.length) return `${count}, not all checked yet.`
  if (ready.length === 0)
    return agents.length === 1 ? '1 agent, and it cannot be used now.' : `${count}, and none can be used now.`
  const who = ready.length === agents.length ? count : `${ready.length} of ${count} can be used`
  return `${[who, ...capacityPart(ready), ...clockPart(ready)].join(', ')}.`
}

/** The load that the agents can offer together, or that not all of them were probed. */
function capacityPart(ready: readonly AgentHealth[]): string[] {
  const rates = ready.flatMap(({ capacity }) =>
    capacity === null ? [] : [capacity.recordsPerSec * capacity.recordBytes],
  )
  if (rates.length < ready.length)
    return [rates.length === 0 ? 'load not probed yet' : 'load not probed on all of them yet']
  const hosts = hostsOnMachine(ready.map(({ environment }) => environment))
  const sum = rates.reduce((total, rate, index) => total + rate / (hosts[index] ?? 1), 0)
  const once = hosts.some((count) => count > 1) ? ' (those on one machine counted once)' : ''
  return [`${ready.length === 1 ? '' : 'together '}able to offer ${formatByteRate(sum)}${once}`]
}

/** The largest possible offset of an agent's clock from this computer's clock; empty if no offset is known. */
function clockPart(ready: readonly AgentHealth[]): string[] {
  const offsets = ready.flatMap(({ clock }) => (clock === null ? [] : [Math.abs(clock.offsetMs) + clock.boundMs]))
  if (offsets.length === 0) return []
  return [`clocks within ${groupDigits(Math.max(0.1, ...offsets), 1)} ms of this one`]
}

/** The name of an agent; in presenter mode only its number. */
export function shownAgentName(address: string, position: number, isPresenting: boolean): string {
  return isPresenting ? `Agent ${position}` : agentName(address)
}
