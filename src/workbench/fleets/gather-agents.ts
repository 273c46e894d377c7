/**
 * From addresses to agents that are greeted, whose clocks are known, and that know their share of a plan.
 */
import { agentName } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { hostsOnMachine } from '../../contracts/environment.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { FleetMember } from '../../contracts/run-share.ts'
import { dividePlan } from '../../planning/divide-plan.ts'
import type { AgentLink, Capacity } from './agent-link.ts'

/** Agents that are named one by one where they cannot be used. */
const mostErrors = 20

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
  onProgress(`Measuring the clock offset of ${count}`)
  const clocks = await all(links, (link) => link.clockOffset())
  onProgress(`Measuring what load ${count} can offer (some seconds if it is not known yet)`)
  const answers = await all(links, (link) => link.capacity(plan))
  const hosts = hostsOnMachine(greetings.map(({ environment }) => environment))
  // Each was probed as if it had its machine alone.
  const capacities = capacitiesOf(answers).map((capacity, index) => capacity / (hosts[index] ?? 1))
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
        ...(share.groupParts.length === 0 ? {} : { groupParts: [...share.groupParts] }),
        loadFraction: share.loadFraction,
        clockBefore,
        clockAfter: null,
        lost: null,
      },
    ]
  })
}

/** Records a second: what one process reached, times the processes that the cores carry; null where it was not probed. */
export function recordsPerSecOf({ probe, cpuCores }: Pick<Capacity, 'probe' | 'cpuCores'>): number | null {
  return probe === null ? null : probe.recordsPerSec * Math.max(1, cpuCores / probe.cpuCores)
}

/** Records a second that each can offer. Where one was not probed nobody's probe says more than the cores do. */
export function capacitiesOf(answers: readonly Pick<Capacity, 'probe' | 'cpuCores'>[]): number[] {
  const probed = answers.flatMap((answer) => recordsPerSecOf(answer) ?? [])
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
  const told = errors.slice(0, mostErrors).map(({ message }) => ({ place: 'agents', message }))
  const left = errors.length - told.length
  const rest = left === 0 ? [] : [{ place: 'agents', message: `and ${left} more` }]
  return new AppError(first.code, `${errors.length} of ${count} agents cannot be used.`, {
    problems: [...told, ...rest],
    remedy: first.remedy,
  })
}
