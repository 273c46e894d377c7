/**
 * Merges the ends of all agents into the end of the run, and words the notices and errors of a run on agents.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { CleanUp } from '../../contracts/run-record.ts'
import type { FleetMember } from '../../contracts/run-share.ts'
import { joinNames } from '../../units/join-names.ts'
import type { FleetEnd } from './fleet.ts'
import { topicsPerhapsLeft } from './perhaps-left.ts'

/** How a run on agents went until its last agent ended. */
export interface AgentsEnds {
  readonly plan: RunPlan
  /** The error that stopped the run before its load; null if there was none. */
  readonly failure: AppError | null
  /** True if the user stopped the run. */
  readonly isStopped: boolean
  /** The agents that were lost, in the order of their loss. */
  readonly lost: readonly FleetMember[]
  readonly ends: readonly { readonly name: string; readonly end: FleetEnd }[]
}

/** Returns how the run ended: stopped by the user, failed before the load, with a lost agent, or as planned. */
export function mergeEnds({ plan, failure, isStopped, lost, ends }: AgentsEnds): FleetEnd {
  const cleanUp = mergeCleanUps(plan, ends)
  if (isStopped) return { reason: 'user-abort', detail: 'The run was stopped before its end.', cleanUp, error: null }
  if (failure !== null) {
    return { reason: 'prepare-failed', detail: failure.message, cleanUp, error: failure.toData() }
  }
  const [first] = lost
  if (first === undefined) return { reason: 'plan-complete', detail: null, cleanUp, error: null }
  const more = lost.length - 1
  const others = more === 0 ? '' : ` ${more === 1 ? 'One more agent was' : `${more} more agents were`} lost.`
  const error = new AppError('RUN_FAILED', `${missingSentence(first)}${others}`, {
    problems: lost.flatMap(({ name, lost: loss }) => (loss === null ? [] : [{ place: name, message: loss.why }])),
    remedy:
      'What was measured is kept, including the share of a lost agent up to its last second. Find out why it was lost, then run again.',
  })
  return { reason: 'agent-lost', detail: error.message, cleanUp, error: error.toData() }
}

/** Says when the agent was lost and what is missing since then. */
function missingSentence({ name, producerIds, groupIds, groupParts, lost }: FleetMember): string {
  const second = lost?.lastSecond ?? null
  const when = second === null ? 'before its first second' : `after second ${second}`
  return `Agent ${name} was lost ${when}: ${missingText(producerIds.length, groupIds.length, groupParts?.length ?? 0)} missing from then on.`
}

/** Returns the notice of a lost agent. `continues` is true if the others continue. */
export function lostSentence(
  member: FleetMember,
  { continues, isLead }: { readonly continues: boolean; readonly isLead: boolean },
): string {
  const why = member.lost?.why ?? ''
  const consequence = continues
    ? 'The others continue; the run is partial.'
    : isLead
      ? 'It had created the topics, so the run ends and is partial.'
      : 'The run ends and is partial.'
  return `${missingSentence(member)} ${why} ${consequence}`
}

function missingText(producers: number, groups: number, parts: number): string {
  const words = [
    ...(producers === 0 ? [] : [producers === 1 ? 'its 1 producer' : `its ${producers} producers`]),
    ...(groups === 0 ? [] : [groups === 1 ? 'its 1 consumer group' : `its ${groups} consumer groups`]),
    ...(parts === 0 ? [] : [parts === 1 ? 'its part of a consumer group' : `its parts of ${parts} consumer groups`]),
  ]
  const isOne = words.length === 1 && producers + groups + parts === 1
  return `${joinNames(words)} ${isOne ? 'is' : 'are'}`
}

/** Returns the notice about agents that got no client of the plan. */
export function idleAgentsNotice(names: readonly string[]): string {
  const isOne = names.length === 1
  return `${isOne ? 'Agent' : 'Agents'} ${names.join(', ')} ${isOne ? 'has' : 'have'} nothing to do: the plan has too few producers and group members, and none is split between agents.`
}

/** Returns the error with which an agent ended; its message contains the agent's name. */
export function namedError(name: string, { error, detail, reason, isConnectionError = false }: FleetEnd): AppError {
  if (error === null) return new AppError('RUN_FAILED', `Agent ${name} ended the run: ${detail ?? reason}`)
  return AppError.fromData(isConnectionError ? error : { ...error, message: `Agent ${name}: ${error.message}` })
}

/** Builds the error for an embedded cluster, which the other machines cannot reach. */
export function unreachableTarget(): AppError {
  return new AppError(
    'PLAN_IMPOSSIBLE',
    'Agents need a cluster that all of them can reach. An embedded cluster runs on one machine.',
    {
      remedy: 'Choose a cluster of yours as the target (a connection or client.properties)',
      action: { command: '--target FILE', view: null },
    },
  )
}

/** Builds the error of a run that was stopped before its load began. */
export function aborted(): AppError {
  return new AppError('ABORTED', 'The run was stopped before its load began.')
}

/**
 * Merges the clean-ups of all agents. If an agent did not report its clean-up and the others report no leftovers,
 * topics of the run that nobody reports as deleted are listed as leftovers.
 */
function mergeCleanUps(plan: RunPlan, ends: AgentsEnds['ends']): CleanUp {
  const cleanUps = ends.flatMap(({ end }) => (end.cleanUp === null ? [] : [end.cleanUp]))
  const deletedTopics = [...new Set(cleanUps.flatMap((cleanUp) => cleanUp.deletedTopics))]
  const deletedGroups = [...new Set(cleanUps.flatMap((cleanUp) => cleanUp.deletedGroups))]
  const reported = cleanUps.flatMap((cleanUp) => cleanUp.leftovers)
  const isCleanUpUnknown = ends.some(({ end }) => end.cleanUp === null)
  const possible = isCleanUpUnknown && reported.length === 0 ? topicsPerhapsLeft(plan, deletedTopics) : []
  return { deletedTopics, deletedGroups, leftovers: [...reported, ...possible] }
}
