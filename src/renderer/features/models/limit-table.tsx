import type { LimitSet, Offering } from '../../../contracts/offering.ts'
import { blocks, list } from '../../../presentation/document.ts'
import { limitRemarks, limitSetTable } from '../../../presentation/models/limit-set-table.ts'
import { todayText } from '../../../units/calendar-day.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'

interface LimitTableProps {
  readonly set: LimitSet
  readonly unitName: Offering['unitName']
}

/** A limit set: the limits as of a date, each with its source. */
export function LimitTable({ set, unitName }: LimitTableProps) {
  const remarks = limitRemarks(set)
  // The choice above the table has their date.
  const table = { ...limitSetTable(set, unitName, todayText()), caption: 'Each with its source' }
  return (
    <section className="model-part" aria-labelledby="limits-heading">
      <h2 id="limits-heading">Limits</h2>
      <DocumentBlocks blocks={blocks(table, remarks.length > 0 && list(remarks))} />
    </section>
  )
}
