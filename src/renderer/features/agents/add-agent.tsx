import { useState } from 'react'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import type { AgentForm } from './use-agents-state.ts'

interface AddAgentProps {
  readonly form: AgentForm
  readonly onChange: (change: Partial<AgentForm>) => void
  readonly onAdd: (address: string, token: string) => Promise<AppErrorData | null>
}

/** The fields of a new agent: its address with fingerprint, and its token. They are cleared when the agent is added. */
export function AddAgent({ form, onChange, onAdd }: AddAgentProps) {
  const { address, token } = form
  const [error, setError] = useState<AppErrorData | null>(null)
  const add = async () => setError(await onAdd(address, token))
  return (
    <section className="group" aria-labelledby="add-agent-heading">
      <h2 id="add-agent-heading">3. Add the agent here</h2>
      <div className="fields">
        <LabelledInput
          label="Address and fingerprint"
          placeholder="10.0.0.5:7443#9f2c…"
          value={address}
          isWide
          hint="What the agent prints after --agent."
          onChange={(text) => {
            onChange({ address: text })
            setError(null)
          }}
        />
        <LabelledInput
          label="Token"
          placeholder="content of the agent’s token file"
          value={token}
          isSecret
          isWide
          hint="Stored in this computer’s keychain, or in memory until Headroom ends. If empty, it is read from HEADROOM_SECRET_AGENT_TOKEN."
          onChange={(text) => {
            onChange({ token: text })
            setError(null)
          }}
        />
      </div>
      {error === null ? null : <AddProblem error={error} />}
      <div className="actions">
        <ButtonWithReason
          disabledBecause={address.trim() === '' ? 'needs the address that the agent prints' : null}
          onClick={() => void add()}
        >
          Add the agent
        </ButtonWithReason>
      </div>
    </section>
  )
}

function AddProblem({ error }: { readonly error: AppErrorData }) {
  const problems = error.problems.map(({ place, message }) => `${placeName(place)}: ${message}`)
  return (
    <p className="field-problem" role="alert">
      {problems.length === 0 ? error.message : `${problems.join('; ')}.`}
    </p>
  )
}

function placeName(place: string): string {
  if (place.startsWith('token')) return 'Token'
  return place.startsWith('address') ? 'Address' : place
}
