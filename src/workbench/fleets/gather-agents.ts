/**
 * Prepares agents for a run: greets them, measures their clocks and capacities, and divides the plan among them.
 */
import { agentName } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { hostsOnMachine } from '../../contracts/environment.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { FleetMember } from '../../contracts/run-share.ts'
import { dividePlan } from '../../planning/divide-plan.ts'
import type { AgentLink, Capacity } from './agent-link.ts'

/** At most this many agents that cannot be used are listed. */
const mostErrors = 20

/** What a fleet knows about an agent before a run. */
export type MemberFacts = FleetMember

/**
 * Greets all agents, measures clocks and capacities, and divides the plan. The answers are in the order of the links.
 * @throws AppError that lists every agent that failed, with the code of the first one
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
  // Each agent was probed as if it were alone on its machine.
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

/**
 * Records/s that a machine can offer: the rate of one process x the processes that its cores carry; null without a
 * probe.
 */
export function recordsPerSecOf({ probe, cpuCores }: Pick<Capacity, 'probe' | 'cpuCores'>): number | null {
  return probe === null ? null : probe.recordsPerSec * Math.max(1, cpuCores / probe.cpuCores)
}

/** Capacity of each agent, in records/s. If one of them was not probed, the numbers of cores are used for all. */
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
