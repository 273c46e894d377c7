/**
 * A running cluster as a source: its connection, what will be read with which rights, and what it costs the brokers.
 */
import {
  aclCommands,
  boundsSentence,
  neverNeeded,
  requestsTable,
} from '../../../presentation/observation/reading-plan.ts'
import { useNotify } from '../../application/notices.tsx'
import { DocumentBlocks } from '../../components/document-blocks.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { ConnectionFields } from '../validation/connection-fields.tsx'
import type { ReadReadingForm } from './reading-form.ts'
import type { ReadingDesk } from './use-reading.ts'

interface ClusterSourceProps {
  readonly desk: ReadingDesk
  readonly reading: ReadReadingForm
}

/** The choice of a running cluster, and its fields if it is chosen. */
export function ClusterSource({ desk, reading }: ClusterSourceProps) {
  const { form, where } = desk
  return (
    <section className="group cluster-source" aria-labelledby="cluster-source-heading">
      <h2 id="cluster-source-heading">Running cluster</h2>
      <label className="check">
        <input
          type="checkbox"
          checked={form.isWanted}
          disabled={desk.isLive}
          onChange={(event) => desk.changeForm({ isWanted: event.target.checked })}
        />
        Read it over the Kafka protocol
      </label>
      {form.isWanted ? (
        <>
          <ConnectionFields form={where} problems={reading.connectionProblems} onChange={desk.changeWhere} />
          <div className="fields">
            <LabelledInput
              label="Time between looks"
              placeholder="1 min"
              value={form.span}
              problem={reading.problems.span}
              onChange={(span) => desk.changeForm({ span })}
            />
            <LabelledInput
              label="Batches to read"
              placeholder="50 MB"
              value={form.sample}
              problem={reading.problems.sample}
              hint="0 reads none."
              onChange={(sample) => desk.changeForm({ sample })}
            />
          </div>
        </>
      ) : null}
    </section>
  )
}

/** What the reading will do, need and cost: shown before it starts. */
export function ReadingPlan({ bounds, request }: ReadReadingForm) {
  const notify = useNotify()
  const isSampling = bounds.sampleBytes > 0
  const commands = aclCommands(request?.connection, isSampling).join('\n')
  const copy = () => {
    navigator.clipboard.writeText(commands).then(
      () => notify({ text: 'The commands were copied.' }),
      (error: unknown) => notify({ text: `The commands could not be copied: ${String(error)}`, isProblem: true }),
    )
  }
  return (
    <section className="model-part observe-plan" aria-labelledby="reading-plan-heading">
      <h2 id="reading-plan-heading">What will be read, and what it costs the brokers</h2>
      <p className="document-text">{boundsSentence(bounds)}</p>
      <h3>Rights to grant</h3>
      <pre>{commands}</pre>
      <div className="actions">
        <button type="button" onClick={copy}>
          Copy the commands
        </button>
      </div>
      <p className="document-text">
        {neverNeeded} A request that is refused is no error: the answer says what is unknown without it.
      </p>
      <DocumentBlocks blocks={[requestsTable(isSampling)]} />
    </section>
  )
}
