/**
 * From addresses to agents that are greeted, whose clocks are known, and that know their share of a plan.
 */
import { agentName } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { FleetMember } from '../../contracts/run-share.ts'
import { dividePlan } from '../../planning/divide-plan.ts'
import type { AgentLink, Capacity } from './agent-link.ts'

/** What a fleet knows of an agent before a run. */
export type MemberFacts = FleetMember

/**
 * Greets all, asks clocks and capacities, and divides the plan; the answers are in the order of the links.
 * @throws AppError with every agent that did not let us in, by the first one's code
 */
export async function gatherAgents(
  links: readonly AgentLink[],
  plan: RunPlan,
  onProgress: (message: string) => void,
): Promise<MemberFacts[]> {
  const count = links.length === 1 ? '1 agent' : `${links.length} agents`
  onProgress(`Greeting ${count}`)
  const greetings = await all(links, (link) => link.greeted)
  onProgress(`Asking ${count} for the time`)
  const clocks = await all(links, (link) => link.clockOffset())
  onProgress(`Asking ${count} what they can offer (some seconds where that is not known yet)`)
  const answers = await all(links, (link) => link.capacity(plan))
  const capacities = capacitiesOf(answers)
  const shares = dividePlan(plan, capacities)
  return links.flatMap((link, index) => {
    const [greeting, clockBefore, answer] = [greetings[index], clocks[index], answers[index]]
    const [share, capacity] = [shares[index], capacities[index]]
    if (!greeting || !clockBefore || !answer || !share || capacity === undefined) return []
    return [
      {
        name: agentName(link.address),
        environment: greeting.environment,
        probe: answer.probe,
        capacity,
        producerIds: [...share.producerIds],
        groupIds: [...share.groupIds],
        loadFraction: share.loadFraction,
        clockBefore,
        clockAfter: null,
        lost: null,
      },
    ]
  })
}

/**
 * Records a second that each can offer: what one process reached, times the processes that its cores carry. Where one was
 * not probed nobody's probe says more than the cores do.
 */
export function capacitiesOf(answers: readonly Pick<Capacity, 'probe' | 'cpuCores'>[]): number[] {
  const probed = answers.flatMap(({ probe, cpuCores }) =>
    probe === null ? [] : [probe.recordsPerSec * Math.max(1, cpuCores / probe.cpuCores)],
  )
  return probed.length === answers.length ? probed : answers.map(({ cpuCores }) => cpuCores)
}

async function all<T>(links: readonly AgentLink[], ask: (link: AgentLink) => Promise<T>): Promise<T[]> {
  const outcomes = await Promise.allSettled(links.map(ask))
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [AppError.from(outcome.reason)] : []))
  const [first] = errors
  if (first !== undefined) throw errors.length === 1 ? first : several(first, errors, links.length)
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

function several(first: AppError, errors: readonly AppError[], count: number): AppError {
  return new AppError(first.code, `${errors.length} of ${count} agents cannot be used.`, {
    problems: errors.map(({ message }) => ({ place: 'agents', message })),
    remedy: first.remedy,
  })
}
