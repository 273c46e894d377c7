/**
 * The agents of a run in sentences.
 */
import type { FleetMember } from '../../contracts/run-share.ts'
import { counted } from '../../units/count.ts'
import { groupDigits, signedDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'

/** What is said of an agent. */
export type FleetAgent = Pick<
  FleetMember,
  'name' | 'producerIds' | 'groupIds' | 'groupParts' | 'loadFraction' | 'clockBefore' | 'clockAfter' | 'lost'
>

/** "+0.4 ms ± 0.2 ms": what an agent's clock shows less what this machine's does. */
export function clockText({ offsetMs, boundMs }: FleetMember['clockBefore']): string {
  return `${signedDigits(offsetMs)} ms ± ${groupDigits(Math.max(0.1, boundMs), 1)} ms`
}

/** Agents that are named one by one; of more the others are counted. */
const longestList = 8

/** Who ran the load, and how far latencies from one agent to another can be wrong. Empty without agents. */
export function fleetSentences(agents: readonly FleetAgent[]): string[] {
  if (agents.length === 0) return []
  const named = agents.slice(0, longestList).map(agentText)
  const rest = agents.length > longestList ? [`and ${agents.length - longestList} more`] : []
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

/** Between two agents the errors of both add up: that of the worst counts twice. */
function clockSentence(agents: readonly FleetAgent[]): string {
  if (agents.length === 1) return 'One agent wrote and read: latencies depend on its clock alone.'
  const worstMs = Math.max(...agents.map(errorMs))
  const bound = groupDigits(Math.max(0.1, 2 * worstMs), 1)
  const furthest = Math.max(...agents.map(({ clockBefore }) => Math.abs(clockBefore.offsetMs)))
  const checked = agents.every(({ clockAfter }) => clockAfter !== null)
    ? 'before and after the run'
    : 'before the run (not after it on every agent)'
  return `Clocks were up to ${groupDigits(furthest, 1)} ms off and are corrected, by round trips ${checked}: end-to-end latencies between agents are wrong by ${bound} ms at most.`
}

/** How far the correction of one agent's clock may have been off in the course of the run, in ms. */
function errorMs({ clockBefore, clockAfter }: FleetAgent): number {
  if (clockAfter === null) return clockBefore.boundMs
  return Math.abs(clockAfter.offsetMs - clockBefore.offsetMs) + Math.max(clockBefore.boundMs, clockAfter.boundMs)
}
