/**
 * Prepares agents for a run: greets them, measures their clocks and capacities, and divides the plan among them.
 */
import { agentName } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { hostsOnMachine } from '../../contracts/environment.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { FleetMember } from '../../contracts/run-share.ts'
import { dividePlan } from '../../planning/divide-plan.ts'
import { counted } from '../../units/count.ts'
import type { AgentLink, Capacity } from './agent-link.ts'

/** Maximum number of unusable agents that an error lists. The others are counted. */
const maxListedErrors = 20

/** The facts about an agent that the run record keeps. */
export type MemberFacts = FleetMember

/**
 * Greets all agents, measures their clocks and capacities, and divides the plan. The results are in the order of the
 * links.
 * @throws AppError with the code of the first agent that failed, and the messages of all that failed
 */
export async function gatherAgents(
  links: readonly AgentLink[],
  plan: RunPlan,
  onProgress: (message: string) => void,
): Promise<MemberFacts[]> {
  const count = counted(links.length, 'agent')
  onProgress(`Greeting ${count}`)
  const greetings = await ofEach(links, (link) => link.greeted)
  onProgress(`Measuring the clock offset of ${count}`)
  const clocks = await ofEach(links, (link) => link.clockOffset())
  onProgress(`Measuring what load ${count} can offer (some seconds if it is not known yet)`)
  const measured = await ofEach(links, (link) => link.capacity(plan))
  const agentsOnMachine = hostsOnMachine(greetings.map(({ environment }) => environment))
  // Each agent was probed as if it had its machine alone, so agents of one machine share the capacity.
  const capacities = capacitiesOf(measured).map((capacity, index) => capacity / (agentsOnMachine[index] ?? 1))
  const shares = dividePlan(plan, capacities)
  return links.flatMap((link, index) => {
    const [greeting, clockBefore, probed] = [greetings[index], clocks[index], measured[index]]
    const [share, capacity] = [shares[index], capacities[index]]
    if (!greeting || !clockBefore || !probed || !share || capacity === undefined) return []
    return [
      {
        name: agentName(link.address),
        environment: greeting.environment,
        probe: probed.probe,
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
 * Returns the records/s that a machine can offer: the probed rate of one process x the number of such processes that
 * its cores can run. Returns null if the machine was not probed.
 */
export function recordsPerSecOf({ probe, cpuCores }: Pick<Capacity, 'probe' | 'cpuCores'>): number | null {
  return probe === null ? null : probe.recordsPerSec * Math.max(1, cpuCores / probe.cpuCores)
}

/**
 * Returns the relative capacity of each agent: records/s, or the number of cores for all agents if one of them was not
 * probed.
 */
export function capacitiesOf(measured: readonly Pick<Capacity, 'probe' | 'cpuCores'>[]): number[] {
  const probed = measured.flatMap((capacity) => recordsPerSecOf(capacity) ?? [])
  return probed.length === measured.length ? probed : measured.map(({ cpuCores }) => cpuCores)
}

/** Sends a request to every agent at once. Rejects after the last response if one of them failed. */
async function ofEach<T>(links: readonly AgentLink[], request: (link: AgentLink) => Promise<T>): Promise<T[]> {
  const outcomes = await Promise.allSettled(links.map(request))
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [AppError.from(outcome.reason)] : []))
  const [first] = errors
  if (first !== undefined) throw errors.length === 1 ? first : severalErrors(first, errors, links.length)
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

function severalErrors(first: AppError, errors: readonly AppError[], count: number): AppError {
  const listed = errors.slice(0, maxListedErrors).map(({ message }) => ({ place: 'agents', message }))
  const left = errors.length - listed.length
  const rest = left === 0 ? [] : [{ place: 'agents', message: `and ${left} more` }]
  return new AppError(first.code, `${errors.length} of ${count} agents cannot be used.`, {
    problems: [...listed, ...rest],
    remedy: first.remedy,
  })
}
