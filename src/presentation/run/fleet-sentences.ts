/**
 * Sentences on the agents of a run.
 */
import type { FleetMember } from '../../contracts/run-share.ts'
import { counted } from '../../units/count.ts'
import { groupDigits, signedDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'

/** The fields of an agent that the sentences use. */
export type FleetAgent = Pick<
  FleetMember,
  'name' | 'producerIds' | 'groupIds' | 'groupParts' | 'loadFraction' | 'clockBefore' | 'clockAfter' | 'lost'
>

/** The time on an agent's clock minus the time on this machine's: "+0.4 ms ± 0.2 ms". */
export function clockText({ offsetMs, boundMs }: FleetMember['clockBefore']): string {
  return `${signedDigits(offsetMs)} ms ± ${groupDigits(Math.max(0.1, boundMs), 1)} ms`
}

/** At most this many agents are named; the others are counted. */
const maxNamedAgents = 8

/** Which agents ran the load, and the error of latencies between agents. Empty without agents. */
export function fleetSentences(agents: readonly FleetAgent[]): string[] {
  if (agents.length === 0) return []
  const named = agents.slice(0, maxNamedAgents).map(agentText)
  const rest = agents.length > maxNamedAgents ? [`and ${agents.length - maxNamedAgents} more`] : []
  return [`The load came from ${[...named, ...rest].join('; ')}.`, clockSentence(agents)]
}

function agentText({ name, producerIds, groupIds, groupParts = [], loadFraction, lost }: FleetAgent): string {
  const whole = `${counted(producerIds.length, 'producer')}, ${counted(groupIds.length, 'consumer group')}`
  const shared = groupParts.reduce((sum, { members }) => sum + members.length, 0)
  const parts = `${counted(shared, 'member')} of ${groupParts.length === 1 ? 'a group' : `${groupParts.length} groups`}`
  const clients = groupParts.length === 0 ? whole : `${whole}, ${parts} that other agents read too`
  const end = lost === null ? '' : lost.lastSecond === null ? ', lost' : `, lost after second ${lost.lastSecond}`
  return `${name} (${formatPercent(loadFraction)}: ${clients}${end})`
}

/** The error of latencies. The clock errors of two agents add up, so the largest error counts twice. */
function clockSentence(agents: readonly FleetAgent[]): string {
  if (agents.length === 1) return 'One agent wrote and read, so latencies depend on its clock only.'
  const maxErrorMs = Math.max(...agents.map(errorMs))
  const bound = groupDigits(Math.max(0.1, 2 * maxErrorMs), 1)
  const maxOffset = Math.max(...agents.map(({ clockBefore }) => Math.abs(clockBefore.offsetMs)))
  const checked = agents.every(({ clockAfter }) => clockAfter !== null)
    ? 'before and after the run'
    : 'before the run (not after it on every agent)'
  return `Clocks were up to ${groupDigits(maxOffset, 1)} ms off. They are corrected by round trips ${checked}, so end-to-end latencies between agents are wrong by at most ${bound} ms.`
}

/** Upper bound of the error of one agent's corrected clock during the run, in ms. */
function errorMs({ clockBefore, clockAfter }: FleetAgent): number {
  if (clockAfter === null) return clockBefore.boundMs
  return Math.abs(clockAfter.offsetMs - clockBefore.offsetMs) + Math.max(clockBefore.boundMs, clockAfter.boundMs)
}
