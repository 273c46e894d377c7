import { sourceKindLabels } from '../../../presentation/observation/sources-section.ts'
import { counted } from '../../../units/count.ts'
import { useAnswer } from '../../asking/use-answer.ts'
import { EarlierList } from '../../components/earlier-list.tsx'
import { runTime } from '../runs/run-title.ts'

interface EarlierObservationsProps {
  readonly shownId: string | null
  readonly onOpen: (observationId: string) => void
}

/** The observations of the workspace, newest first. */
export function EarlierObservations({ shownId, onOpen }: EarlierObservationsProps) {
  const observations = useAnswer('observations.list', {}) ?? []
  return (
    <EarlierList
      id="observations"
      heading="Earlier observations"
      emptyText="None yet. Every observation is kept here."
      entries={observations.map(({ id, name, createdAtEpochMs, topics, sources }) => ({
        id,
        title: name,
        detail: (
          <span className="quiet line">
            {runTime(createdAtEpochMs)} · {counted(topics, 'topic')} ·{' '}
            {[...new Set(sources)].map((kind) => sourceKindLabels[kind]).join(', ')}
          </span>
        ),
      }))}
      shownId={shownId}
      onOpen={onOpen}
    />
  )
}
