import { refusingList, refusingTitle } from '../../../presentation/sizing/compared-document.ts'
import type { GatheredOfferings } from '../../../presentation/sizing/compared-offerings.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'

interface RefusedListProps {
  readonly gathered: GatheredOfferings
  /** Today's date, such as 2026-11-23. Limits that are more than a year older are marked. */
  readonly today: string
}

/** The offerings that cannot carry the workload, with the reasons; nothing if there are none. */
export function RefusedList({ gathered, today }: RefusedListProps) {
  if (gathered.refusing.length === 0) return null
  return (
    <section className="refused" aria-labelledby="refused-heading">
      <h2 id="refused-heading">{refusingTitle}</h2>
      <DocumentBlocks blocks={[refusingList(gathered, today)]} />
    </section>
  )
}
