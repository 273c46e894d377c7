/**
 * The fields for a running cluster as a source, and the plan of its reading. The plan is shown before the reading starts: what
 * is read, which rights that needs, and what it costs the brokers.
 */
import { Fragment, type ReactNode } from 'react'
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
import type { ParsedReadingForm } from './reading-form.ts'
import type { ReadingState } from './use-reading.ts'

interface ClusterSourceProps {
  readonly state: ReadingState
  readonly reading: ParsedReadingForm
}

/** The choice of a running cluster, with its fields if it is chosen. */
export function ClusterSource({ state, reading }: ClusterSourceProps) {
  const { form, connectionForm } = state
  return (
    <section className="group cluster-source" aria-labelledby="cluster-source-heading">
      <h2 id="cluster-source-heading">Running cluster</h2>
      <label className="check">
        <input
          type="checkbox"
          checked={form.includesCluster}
          disabled={state.isLive}
          onChange={(event) => state.changeForm({ includesCluster: event.target.checked })}
        />
        Read it over the Kafka protocol
      </label>
      {form.includesCluster ? (
        <>
          <ConnectionFields
            form={connectionForm}
            problems={reading.connectionProblems}
            onChange={state.changeConnectionForm}
          />
          <div className="fields">
            <LabelledInput
              label="Observe offsets for"
              placeholder="1 min"
              value={form.span}
              problem={reading.problems.span}
              onChange={(span) => state.changeForm({ span })}
            />
            <LabelledInput
              label="Record batches to read"
              placeholder="50 MB"
              value={form.sample}
              problem={reading.problems.sample}
              hint="0 reads none."
              onChange={(sample) => state.changeForm({ sample })}
            />
          </div>
        </>
      ) : null}
    </section>
  )
}

/** A text whose lines break only between words. Otherwise "--operation" would also break after its dashes. */
function wholeWords(text: string): ReactNode[] {
  return text.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text keep their places.
    <Fragment key={index}>
      {index === 0 ? '' : ' '}
      <span className="whole-word">{word}</span>
    </Fragment>
  ))
}

/** The plan of the reading. */
export function ReadingPlan({ bounds, request }: ParsedReadingForm) {
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
      <pre>{wholeWords(commands)}</pre>
      <div className="actions">
        <button type="button" onClick={copy}>
          Copy the commands
        </button>
      </div>
      <p className="document-text">
        {neverNeeded} A refused request is no error. The answer then says what is unknown.
      </p>
      <DocumentBlocks blocks={[requestsTable(isSampling)]} />
    </section>
  )
}
