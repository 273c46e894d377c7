/**
 * Merges the ends of all agents into the end of the run.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { CleanUp } from '../../contracts/run-record.ts'
import type { FleetMember } from '../../contracts/run-share.ts'
import type { FleetEnd } from './fleet.ts'
import { topicsPerhapsLeft } from './perhaps-left.ts'

/** The facts about a run after its last agent has ended. */
export interface AgentsEnds {
  readonly plan: RunPlan
  /** The error that stopped the run before its load; else null. */
  readonly failure: AppError | null
  readonly isStopped: boolean
  readonly lost: readonly FleetMember[]
  readonly ends: readonly { readonly name: string; readonly end: FleetEnd }[]
}

/** The end of the run: a failure before the load, a stop by the user, a lost agent, or the end of the plan. */
export function mergeEnds({ plan, failure, isStopped, lost, ends }: AgentsEnds): FleetEnd {
  const cleanUp = mergeCleanUps(plan, ends)
  if (isStopped) return { reason: 'user-abort', detail: 'The run was stopped before its end.', cleanUp, error: null }
  if (failure !== null) {
    return { reason: 'prepare-failed', detail: failure.message, cleanUp, error: failure.toData() }
  }
  const [first] = lost
  if (first === undefined) return { reason: 'plan-complete', detail: null, cleanUp, error: null }
  const others = lost.length === 1 ? '' : ` So were ${lost.length - 1} more.`
  const error = new AppError('RUN_FAILED', `${missingSentence(first)}${others}`, {
    problems: lost.flatMap(({ name, lost: its }) => (its === null ? [] : [{ place: name, message: its.why }])),
    remedy:
      'What was measured is kept, including the share of a lost agent up to its last second. Find out why it was lost, then run again.',
  })
  return { reason: 'agent-lost', detail: error.message, cleanUp, error: error.toData() }
}

/** One sentence: the agent was lost, and what is missing from then on. */
function missingSentence({ name, producerIds, groupIds, groupParts, lost }: FleetMember): string {
  const second = lost?.lastSecond ?? null
  const when = second === null ? 'before its first second' : `after second ${second}`
  return `Agent ${name} was lost ${when}: ${missingText(producerIds.length, groupIds.length, groupParts?.length ?? 0)} missing from then on.`
}

/** The notice when an agent is lost. */
export function lostSentence(
  member: FleetMember,
  { goesOn, isLead }: { readonly goesOn: boolean; readonly isLead: boolean },
): string {
  const why = member.lost?.why ?? ''
  const then = goesOn
    ? 'The others continue; the run is partial.'
    : isLead
      ? 'It had created the topics, so the run ends and is partial.'
      : 'The run ends and is partial.'
  return `${missingSentence(member)} ${why} ${then}`
}

function missingText(producers: number, groups: number, parts: number): string {
  const words = [
    ...(producers === 0 ? [] : [producers === 1 ? 'its 1 producer' : `its ${producers} producers`]),
    ...(groups === 0 ? [] : [groups === 1 ? 'its 1 consumer group' : `its ${groups} consumer groups`]),
    ...(parts === 0 ? [] : [parts === 1 ? 'its part of a consumer group' : `its parts of ${parts} consumer groups`]),
  ]
  const isOne = words.length === 1 && producers + groups + parts === 1
  return `${words.join(' and ')} ${isOne ? 'is' : 'are'}`
}

/** A notice about agents that got no client of the plan. */
export function nothingToDo(names: readonly string[]): string {
  const one = names.length === 1
  return `${one ? 'Agent' : 'Agents'} ${names.join(', ')} ${one ? 'has' : 'have'} nothing to do: the plan has too few producers and group members, and none is split between agents.`
}

/** The error of an agent, with the name of the agent. */
export function namedError(name: string, { error, detail, reason }: FleetEnd): AppError {
  if (error === null) return new AppError('RUN_FAILED', `Agent ${name} ended the run: ${detail ?? reason}`)
  const message = error.message.includes(name) ? error.message : `Agent ${name}: ${error.message}`
  return new AppError(error.code, message, { remedy: error.remedy, problems: error.problems })
}

/** The error for a target that only one machine can reach. */
export function onlyForClusters(): AppError {
  return new AppError(
    'PLAN_IMPOSSIBLE',
    'Agents need a cluster that all of them can reach. An embedded cluster runs on one machine.',
    {
      remedy: 'Choose a cluster of yours as the target (a connection or client.properties)',
      action: { command: '--target FILE', view: null },
    },
  )
}

/** The error if the run was stopped before its load began. */
export function aborted(): AppError {
  return new AppError('ABORTED', 'The run was stopped before its load began.')
}

/** Merges clean-ups. What one agent could not delete, another may have deleted. The user's topics are never deleted. */
function mergeCleanUps(plan: RunPlan, ends: AgentsEnds['ends']): CleanUp {
  const cleanUps = ends.flatMap(({ end }) => (end.cleanUp === null ? [] : [end.cleanUp]))
  const deletedTopics = [...new Set(cleanUps.flatMap((cleanUp) => cleanUp.deletedTopics))]
  const deletedGroups = [...new Set(cleanUps.flatMap((cleanUp) => cleanUp.deletedGroups))]
  const told = cleanUps.flatMap((cleanUp) => cleanUp.leftovers)
  const isSomebodySilent = ends.some(({ end }) => end.cleanUp === null)
  const untold = isSomebodySilent && told.length === 0 ? topicsPerhapsLeft(plan, deletedTopics) : []
  return { deletedTopics, deletedGroups, leftovers: [...told, ...untold] }
}
