/**
 * The agents view: other machines that can generate the load.
 */
import { useEffect } from 'react'
import type { Scenario } from '../../../contracts/scenario.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { useIsPresenting } from '../../application/presenter.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { CopiedText } from '../../components/copied-text.tsx'
import { SettledStatus } from '../../components/settled-status.tsx'
import { AddAgent } from './add-agent.tsx'
import { AgentTable } from './agent-table.tsx'
import { agentsSentence } from './agents-sentence.ts'
import type { AgentsState } from './use-agents-state.ts'

interface AgentsViewProps {
  readonly state: AgentsState
  readonly scenario: Scenario
  /** Opens the validation view, in which agents are chosen for a run. */
  readonly onValidate: () => void
}

/** The agents view. */
export function AgentsView({ state, scenario, onValidate }: AgentsViewProps) {
  const { agents, health, isAsking } = state
  const isPresenting = useIsPresenting()
  useFirstCheck(state)
  const busy = isAsking ? 'The agents are being checked.' : null
  const sentence = agentsSentence(agents, health)
  return (
    <div className="view">
      <section className="inputs" aria-label="Agents of your own">
        <HowToStart />
        <HowToCopy />
        {isPresenting ? null : <AddAgent form={state.form} onChange={state.changeForm} onAdd={state.add} />}
      </section>
      <main className="answer" id="answer">
        <div className="answer-head">
          <div>
            <h1 className="question">Which machines can generate the load?</h1>
            <p className="sentence">{withNoBreakSpaces(sentence)}</p>
          </div>
          {agents.length === 0 ? null : (
            <span className="agent-actions">
              {isAsking ? <span className="quiet">checking…</span> : null}
              <ButtonWithReason disabledBecause={busy} reasonAs="tooltip" onClick={() => void state.ask(null)}>
                Check again
              </ButtonWithReason>
              <ButtonWithReason disabledBecause={busy} reasonAs="tooltip" onClick={() => void state.ask(scenario)}>
                Probe what they can offer
              </ButtonWithReason>
            </span>
          )}
        </div>
        <SettledStatus text={sentence} />
        {agents.length === 0 ? (
          <p className="reason">
            An agent is Headroom’s load runner on another machine. Use several agents if one computer cannot send what
            the cluster can take. How much this computer can send is measured before a large run starts.
          </p>
        ) : (
          <>
            <p className="reason">
              What an agent can offer is probed with the records of “{scenario.name}” against brokers that it simulates
              itself.
            </p>
            <AgentTable {...{ agents, health }} onRemove={(address) => void state.remove(address)} />
            <div className="actions">
              <button type="button" onClick={onValidate}>
                Choose agents for a run
              </button>
            </div>
          </>
        )}
      </main>
    </div>
  )
}

/** Checks the agents when the view opens, if one of them was never checked. */
function useFirstCheck({ agents, health, isAsking, ask }: AgentsState): void {
  const isUnknown = agents.some(({ address }) => !health.has(address))
  useEffect(() => {
    if (isUnknown && !isAsking) void ask(null)
  }, [isUnknown, isAsking, ask])
}

/** The first step. */
function HowToStart() {
  return (
    <section className="group" aria-labelledby="start-agent-heading">
      <h2 id="start-agent-heading">1. Start an agent on another machine</h2>
      <CopiedText heading="h3" name="There, in a terminal" text="headroom agent --listen 0.0.0.0:7443" />
      <p className="quiet">
        This computer connects to port 7443 of that machine, so its firewall has to let that through. For many machines:{' '}
        <code>headroom agent deploy --for docker|kubernetes|systemd</code>.
      </p>
    </section>
  )
}

/** The second step. */
function HowToCopy() {
  return (
    <section className="group" aria-labelledby="copy-agent-heading">
      <h2 id="copy-agent-heading">2. Copy what it prints</h2>
      <p>
        Its address with the fingerprint of its certificate, after <code>--agent</code>: put the machine’s name or
        address for <code>THIS-HOST</code>. And its token, a password in the file that it names: open the file there.
      </p>
    </section>
  )
}
