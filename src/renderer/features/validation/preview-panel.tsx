import type { ValidationPreview } from '../../../contracts/validation-request.ts'
import { facts } from '../../../presentation/document.ts'
import { runPreviewFacts } from '../../../presentation/run/run-preview.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'

interface PreviewPanelProps {
  readonly preview: ValidationPreview
  readonly isLive: boolean
  /** True while `preview` still belongs to earlier values of the fields. */
  readonly isPending: boolean
}

/** What a validation will do, before it starts; during a live one, what it does. */
export function PreviewPanel({ preview, isLive, isPending }: PreviewPanelProps) {
  const { notes, clientCeiling } = preview
  const hide = useHideHosts()
  const { target } = preview
  const rows = runPreviewFacts({ ...preview, target: { ...target, label: hide(target.label) } })
  return (
    <section className="plan group" aria-labelledby="plan-heading" aria-busy={isPending}>
      <h2 id="plan-heading">{isLive ? 'What it does' : 'What it will do'}</h2>
      <DocumentBlocks blocks={[facts(rows)]} />
      {/* A live run reports its notes as notices. */}
      {isLive
        ? null
        : notes.map((note) => (
            <p className="quiet" key={note}>
              {note}
            </p>
          ))}
      {clientCeiling === undefined ? null : (
        <p className={clientCeiling.isEnough ? 'quiet' : 'field-problem'}>{clientCeiling.sentence}</p>
      )}
    </section>
  )
}
