import type { AgentHealth, KnownAgent } from '../../../contracts/agent.ts'
import {
  agentHeadings,
  agentStateLabels,
  machineText,
  versionsText,
} from '../../../presentation/machines/agent-list.ts'
import { clockText } from '../../../presentation/run/fleet-sentences.ts'
import { formatByteRate } from '../../../units/byte-rate.ts'
import { formatRecordRate } from '../../../units/record-rate.ts'
import { useIsPresenting } from '../../application/presenter.ts'
import { NumberHead } from '../../components/number-head.tsx'
import { remedyText } from '../../components/remedy-text.ts'
import { type HealthByAddress, shownAgentName } from './agents-sentence.ts'

interface AgentTableProps {
  readonly agents: readonly KnownAgent[]
  readonly health: HealthByAddress
  readonly onRemove: (address: string) => void
}

/** The agents, each with its last known state. */
export function AgentTable({ agents, health, onRemove }: AgentTableProps) {
  return (
    <table className="agent-table">
      <thead>
        <tr>
          <th scope="col">{agentHeadings.agent}</th>
          <th scope="col">{agentHeadings.state}</th>
          <th scope="col">{agentHeadings.machine}</th>
          <NumberHead>{agentHeadings.clock}</NumberHead>
          <NumberHead>Can offer</NumberHead>
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {agents.map((agent, index) => (
          <AgentRow
            key={agent.address}
            {...{ agent, onRemove }}
            position={index + 1}
            answer={health.get(agent.address) ?? null}
          />
        ))}
      </tbody>
    </table>
  )
}

interface AgentRowProps extends Pick<AgentTableProps, 'onRemove'> {
  readonly agent: KnownAgent
  readonly position: number
  /** Result of the last check; null if the agent was not checked yet. */
  readonly answer: AgentHealth | null
}

const tokenNotes: Readonly<Record<KnownAgent['token'], string>> = {
  kept: 'token in the keychain',
  'in-memory': 'token in memory until Headroom ends',
  none: 'token from the environment',
}

function AgentRow({ agent, position, answer, onRemove }: AgentRowProps) {
  const isPresenting = useIsPresenting()
  const name = shownAgentName(agent.address, position, isPresenting)
  const fingerprint = agent.address.split('#')[1]
  return (
    <tr>
      <th scope="row">
        {name}
        {isPresenting ? null : (
          <span className="quiet line">
            {fingerprint === undefined ? 'certificate from an authority' : `${fingerprint.slice(0, 12)}…`} ·{' '}
            {tokenNotes[agent.token]}
          </span>
        )}
      </th>
      <td>
        <State answer={answer} isPresenting={isPresenting} />
      </td>
      <td>{answer?.environment == null ? '–' : <Machine environment={answer.environment} />}</td>
      <td className="is-number">{answer?.clock == null ? '–' : clockText(answer.clock)}</td>
      <td className="is-number">
        <Capacity answer={answer} />
      </td>
      <td>
        <button type="button" className="plain" onClick={() => onRemove(agent.address)}>
          Remove<span className="visually-hidden"> {name}</span>
        </button>
      </td>
    </tr>
  )
}

function State({ answer, isPresenting }: { readonly answer: AgentHealth | null; readonly isPresenting: boolean }) {
  if (answer === null) return <span className="quiet">{agentStateLabels.unchecked}</span>
  if (answer.error === null) return <span className="agent-ready">{agentStateLabels.ready}</span>
  return (
    <>
      <span className="verdict-failed">{agentStateLabels.refused}</span>
      {isPresenting ? null : (
        <span className="quiet line">
          {answer.error.message} {remedyText(answer.error)}
        </span>
      )}
    </>
  )
}

function Machine({ environment }: { readonly environment: NonNullable<AgentHealth['environment']> }) {
  return (
    <>
      {machineText(environment)}
      <span className="quiet line agent-versions">{versionsText(environment)}</span>
      <span className="quiet line agent-versions">librdkafka {environment.librdkafkaVersion}</span>
    </>
  )
}

function Capacity({ answer }: { readonly answer: AgentHealth | null }) {
  if (answer?.capacity != null) {
    const { recordsPerSec, recordBytes } = answer.capacity
    return (
      <>
        {formatByteRate(recordsPerSec * recordBytes)}
        <span className="quiet line">{formatRecordRate(recordsPerSec)}</span>
      </>
    )
  }
  if (answer?.capacityDetail == null) return '–'
  return <span className="quiet">{answer.capacityDetail}</span>
}
