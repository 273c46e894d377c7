import type { KnownAgent } from '../../../contracts/agent.ts'
import { useIsPresenting } from '../../application/presenter.ts'
import { shownAgentName } from '../agents/agents-sentence.ts'
import type { RequestForm } from './request-form.ts'

interface AgentChoiceProps {
  readonly form: RequestForm
  readonly agents: readonly KnownAgent[]
  readonly onChange: (change: Partial<RequestForm>) => void
}

/** The choice of the machines that generate the load on the user's cluster: this computer, or agents. */
export function AgentChoice({ form, agents, onChange }: AgentChoiceProps) {
  const isPresenting = useIsPresenting()
  const chosen = agents.filter(({ address }) => form.agents.includes(address))
  const setChosen = (address: string, isChosen: boolean) => {
    const others = form.agents.filter((chosenAddress) => chosenAddress !== address)
    onChange({ agents: isChosen ? [...others, address] : others })
  }
  return (
    <section className="group" aria-labelledby="load-from-heading">
      <h2 id="load-from-heading">Load from</h2>
      {agents.length === 0 ? (
        <p className="quiet">This computer. In Agents you can add other machines.</p>
      ) : (
        <>
          {agents.map(({ address }, index) => (
            <label className="check" key={address}>
              <input
                type="checkbox"
                checked={form.agents.includes(address)}
                onChange={(event) => setChosen(address, event.target.checked)}
              />
              {shownAgentName(address, index + 1, isPresenting)}
            </label>
          ))}
          {chosen.length === 0 ? <p className="quiet">None chosen. The load comes from this computer.</p> : null}
          {chosen.length < 2 ? null : (
            <label className="check">
              <input
                type="checkbox"
                checked={form.continuesWithoutLostAgent}
                onChange={(event) => onChange({ continuesWithoutLostAgent: event.target.checked })}
              />
              If an agent is lost, continue with the others
            </label>
          )}
        </>
      )}
    </section>
  )
}
