import { isReadable, type ListedObservation, type ObservationListEntry } from '../../../contracts/observation.ts'
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
      entries={observations.map(entryOf)}
      shownId={shownId}
      onOpen={onOpen}
    />
  )
}

/** One that cannot be read says why in its place; opened, it shows the error with its remedy. */
function entryOf(entry: ListedObservation) {
  const { id, createdAtEpochMs } = entry
  const title = isReadable(entry) ? entry.name : 'Cannot be read'
  const detail = (
    <span className="quiet line">
      {runTime(createdAtEpochMs)} · {isReadable(entry) ? contentOf(entry) : entry.problem}
    </span>
  )
  return { id, title, detail }
}

function contentOf({ topics, sources }: ObservationListEntry): string {
  return `${counted(topics, 'topic')} · ${sources.map((kind) => sourceKindLabels[kind]).join(', ')}`
}
