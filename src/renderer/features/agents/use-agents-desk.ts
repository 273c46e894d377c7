/**
 * The agents of a window: which are known, how they answered last, and what can be done with them.
 */
import { useCallback, useMemo, useState } from 'react'
import { type AgentAddress, type AgentHealth, agentAddress, type KnownAgent } from '../../../contracts/agent.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { ask, useAnswer, useAsk } from '../../asking/use-answer.ts'
import type { HealthByAddress } from './agents-sentence.ts'

/** An agent as it is typed; it outlives the view, and is gone as soon as the agent is added. */
export interface AgentForm {
  readonly address: string
  readonly token: string
}

/** Nothing typed. */
const emptyAgentForm: AgentForm = { address: '', token: '' }

/** The agents of a window. */
export interface AgentsDesk {
  readonly agents: readonly KnownAgent[]
  readonly health: HealthByAddress
  /** True while they are asked. */
  readonly isAsking: boolean
  /** What stands in the fields of the next agent. */
  readonly form: AgentForm
  changeForm(change: Partial<AgentForm>): void
  /** Null where it was added, else why not. */
  add(address: string, token: string): Promise<AppErrorData | null>
  remove(address: string): Promise<void>
  /** Asks how they are; with a scenario, also what they can offer of it. */
  ask(scenario: Scenario | null): Promise<void>
}

/** One desk for the life of the window. */
export function useAgentsDesk(): AgentsDesk {
  const askOrNotify = useAsk()
  const agents = useAnswer('agents.list', {})?.agents ?? noAgents
  const [health, setHealth] = useState<HealthByAddress>(new Map())
  const [isAsking, setAsking] = useState(false)
  const [form, setForm] = useState(emptyAgentForm)
  const changeForm = useCallback((change: Partial<AgentForm>) => setForm((before) => ({ ...before, ...change })), [])
  const actions = useMemo(() => {
    const askNow = async (asked: readonly AgentAddress[], scenario: Scenario | null) => {
      const outcome = await ask('agents.check', {
        agents: [...asked],
        ...(scenario === null ? {} : { scenario }),
      })
      if (!outcome.ok) return setHealth((before) => withAnswers(before, unanswered(asked, outcome.error), false))
      setHealth((before) => withAnswers(before, outcome.value.agents, scenario !== null))
    }
    // One after another: an agent that is asked is taken, by this window too.
    let last: Promise<void> = Promise.resolve()
    let waiting = 0
    const askOf = (asked: readonly AgentAddress[], scenario: Scenario | null): Promise<void> => {
      if (asked.length === 0) return Promise.resolve()
      waiting += 1
      setAsking(true)
      last = last
        .then(() => askNow(asked, scenario))
        .finally(() => {
          waiting -= 1
          if (waiting === 0) setAsking(false)
        })
      return last
    }
    return {
      askOf,
      async add(address: string, token: string): Promise<AppErrorData | null> {
        const outcome = await ask('agents.add', {
          address: address.trim(),
          ...(token.trim() === '' ? {} : { token: token.trim() }),
        })
        if (!outcome.ok) return outcome.error
        // What was typed for the next one meanwhile stays.
        setForm((now) => ({
          address: now.address === address ? '' : now.address,
          token: now.token === token ? '' : now.token,
        }))
        // The answer may take seconds. The next agent can be typed meanwhile.
        void askOf([agentAddress.parse(address.trim())], null)
        return null
      },
      async remove(address: string): Promise<void> {
        await askOrNotify('agents.remove', { address })
      },
    }
  }, [askOrNotify])
  const { askOf, add, remove } = actions
  return {
    ...{ agents, health, isAsking, form, changeForm, add, remove },
    ask: (scenario) => askOf(addressesOf(agents), scenario),
  }
}

const noAgents: readonly KnownAgent[] = []

function addressesOf(agents: readonly KnownAgent[]): AgentAddress[] {
  return agents.map(({ address }) => address)
}

/** No agent could be asked, because the token or the workbench is missing. */
function unanswered(agents: readonly AgentAddress[], error: AppErrorData): AgentHealth[] {
  return agents.map((address) => {
    return { address, environment: null, clock: null, capacity: null, capacityDetail: null, error }
  })
}

/** What an agent was found to offer stays until it is asked again. */
function withAnswers(before: HealthByAddress, answers: readonly AgentHealth[], asksCapacity: boolean): HealthByAddress {
  const after = new Map(before)
  for (const answer of answers) {
    const { capacity, capacityDetail } = asksCapacity ? answer : (before.get(answer.address) ?? answer)
    after.set(answer.address, { ...answer, capacity, capacityDetail })
  }
  return after
}
