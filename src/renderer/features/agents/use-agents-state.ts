/**
 * The state of the agents view: the agents, the results of their last checks, and the form. It is kept while another view is
 * open.
 */
import { useCallback, useMemo, useState } from 'react'
import { type AgentAddress, type AgentHealth, agentAddress, type KnownAgent } from '../../../contracts/agent.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { ask, useAnswer, useAsk } from '../../asking/use-answer.ts'
import type { HealthByAddress } from './agents-sentence.ts'

/** The fields of a new agent as typed. */
export interface AgentForm {
  readonly address: string
  readonly token: string
}

const emptyAgentForm: AgentForm = { address: '', token: '' }

/** The state of the agents view, and actions on it. */
export interface AgentsState {
  readonly agents: readonly KnownAgent[]
  readonly health: HealthByAddress
  /** True while agents are checked. */
  readonly isAsking: boolean
  /** The fields of a new agent. */
  readonly form: AgentForm
  changeForm(change: Partial<AgentForm>): void
  /** Adds an agent. Resolves to null, or to the error. */
  add(address: string, token: string): Promise<AppErrorData | null>
  remove(address: string): Promise<void>
  /** Checks the agents. With a scenario it also probes what load they can offer. */
  ask(scenario: Scenario | null): Promise<void>
}

/** The agents of the window. */
export function useAgentsState(): AgentsState {
  const askOrNotify = useAsk()
  const agents = useAnswer('agents.list', {})?.agents ?? noAgents
  const [health, setHealth] = useState<HealthByAddress>(new Map())
  const [isAsking, setAsking] = useState(false)
  const [form, setForm] = useState(emptyAgentForm)
  const changeForm = useCallback((change: Partial<AgentForm>) => setForm((before) => ({ ...before, ...change })), [])
  const actions = useMemo(() => {
    const checkNow = async (asked: readonly AgentAddress[], scenario: Scenario | null) => {
      const outcome = await ask('agents.check', {
        agents: [...asked],
        ...(scenario === null ? {} : { scenario }),
      })
      if (!outcome.ok) return setHealth((before) => withAnswers(before, failedChecks(asked, outcome.error), false))
      setHealth((before) => withAnswers(before, outcome.value.agents, scenario !== null))
    }
    // One check at a time, because an agent serves only one controller at a time.
    let lastCheck: Promise<void> = Promise.resolve()
    let unfinishedChecks = 0
    const check = (asked: readonly AgentAddress[], scenario: Scenario | null): Promise<void> => {
      if (asked.length === 0) return Promise.resolve()
      unfinishedChecks += 1
      setAsking(true)
      lastCheck = lastCheck
        .then(() => checkNow(asked, scenario))
        .finally(() => {
          unfinishedChecks -= 1
          if (unfinishedChecks === 0) setAsking(false)
        })
      return lastCheck
    }
    return {
      check,
      async add(address: string, token: string): Promise<AppErrorData | null> {
        const outcome = await ask('agents.add', {
          address: address.trim(),
          ...(token.trim() === '' ? {} : { token: token.trim() }),
        })
        if (!outcome.ok) return outcome.error
        // Fields that were changed meanwhile are kept: they belong to the next agent.
        setForm((now) => ({
          address: now.address === address ? '' : now.address,
          token: now.token === token ? '' : now.token,
        }))
        // Does not wait for the check, which may take seconds. The next agent can be typed meanwhile.
        void check([agentAddress.parse(address.trim())], null)
        return null
      },
      async remove(address: string): Promise<void> {
        await askOrNotify('agents.remove', { address })
      },
    }
  }, [askOrNotify])
  const { check, add, remove } = actions
  return {
    ...{ agents, health, isAsking, form, changeForm, add, remove },
    ask: (scenario) => check(addressesOf(agents), scenario),
  }
}

const noAgents: readonly KnownAgent[] = []

function addressesOf(agents: readonly KnownAgent[]): AgentAddress[] {
  return agents.map(({ address }) => address)
}

/** The result for each agent if the check itself failed. */
function failedChecks(agents: readonly AgentAddress[], error: AppErrorData): AgentHealth[] {
  return agents.map((address) => {
    return { address, environment: null, clock: null, capacity: null, capacityDetail: null, error }
  })
}

/** The results with those of a further check. If that did not probe the load, the known capacities are kept. */
function withAnswers(before: HealthByAddress, answers: readonly AgentHealth[], asksCapacity: boolean): HealthByAddress {
  const after = new Map(before)
  for (const answer of answers) {
    const { capacity, capacityDetail } = asksCapacity ? answer : (before.get(answer.address) ?? answer)
    after.set(answer.address, { ...answer, capacity, capacityDetail })
  }
  return after
}
