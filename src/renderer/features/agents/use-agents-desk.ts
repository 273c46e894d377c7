/**
 * The agents of a window: which are known, how they answered last, and what can be done with them.
 */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { AgentHealth, KnownAgent } from '../../../contracts/agent.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { workbench } from '../../api.ts'
import { errorNotice, useNotify } from '../../application/notices.tsx'
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
  const notify = useNotify()
  const [agents, setAgents] = useState<readonly KnownAgent[]>([])
  const [health, setHealth] = useState<HealthByAddress>(new Map())
  const [isAsking, setAsking] = useState(false)
  const [form, setForm] = useState(emptyAgentForm)
  const changeForm = useCallback((change: Partial<AgentForm>) => setForm((before) => ({ ...before, ...change })), [])
  const refresh = useCallback(async () => {
    const outcome = await workbench.call('agents.list', {})
    if (outcome.ok) setAgents(outcome.value.agents)
    else notify(errorNotice(outcome.error))
    return outcome.ok ? outcome.value.agents : []
  }, [notify])
  useEffect(() => {
    void refresh()
    return workbench.onReattached(() => void refresh())
  }, [refresh])
  const actions = useMemo(() => {
    const askNow = async (asked: readonly KnownAgent[], scenario: Scenario | null) => {
      const outcome = await workbench.call('agents.check', {
        agents: asked.map(({ address }) => address),
        ...(scenario === null ? {} : { scenario }),
      })
      if (!outcome.ok) return setHealth((before) => withAnswers(before, unanswered(asked, outcome.error), false))
      setHealth((before) => withAnswers(before, outcome.value.agents, scenario !== null))
    }
    // One after another: an agent that is asked is taken, by this window too.
    let last: Promise<void> = Promise.resolve()
    let waiting = 0
    const askOf = (asked: readonly KnownAgent[], scenario: Scenario | null): Promise<void> => {
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
        const outcome = await workbench.call('agents.add', {
          address: address.trim(),
          ...(token.trim() === '' ? {} : { token: token.trim() }),
        })
        if (!outcome.ok) return outcome.error
        // What was typed for the next one meanwhile stays.
        setForm((now) => ({
          address: now.address === address ? '' : now.address,
          token: now.token === token ? '' : now.token,
        }))
        const host = address.trim().split('#')[0]
        // It is added: how it is may take seconds, in which the next one is typed.
        void refresh().then((all) => {
          const asked = all.filter((agent) => agent.address.split('#')[0] === host)
          return askOf(asked, null)
        })
        return null
      },
      async remove(address: string): Promise<void> {
        const outcome = await workbench.call('agents.remove', { address })
        if (!outcome.ok) notify(errorNotice(outcome.error))
        await refresh()
      },
    }
  }, [notify, refresh])
  const { askOf, add, remove } = actions
  return { agents, health, isAsking, form, changeForm, add, remove, ask: (scenario) => askOf(agents, scenario) }
}

/** Nobody could be asked: for want of a token, or of a workbench. */
function unanswered(agents: readonly KnownAgent[], error: AppErrorData): AgentHealth[] {
  return agents.map(({ address }) => {
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
