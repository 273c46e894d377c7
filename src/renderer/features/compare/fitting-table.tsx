/**
 * The table of offerings that carry the workload. Each row expands to its limits and other tiers.
 */

import { useId, useState } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment, Scenario } from '../../../contracts/scenario.ts'
import type { Content } from '../../../presentation/document.ts'
import {
  comparedCells,
  comparedColumns,
  type FittingOffering,
} from '../../../presentation/sizing/compared-offerings.ts'
import { DocumentText } from '../../components/document-blocks.tsx'
import type { CompareForm } from './compare-form.ts'
import type { SortKey } from './compare-rows.ts'
import { asksForPrice, OfferingDetail, type PriceEntry } from './offering-detail.tsx'
import { SortableHeads } from './sortable-heads.tsx'

interface FittingTableProps extends PriceEntry {
  readonly rows: readonly FittingOffering[]
  readonly scenario: Scenario
  readonly offerings: readonly Offering[]
  /** Today's date, such as 2026-11-23. Limits whose source is more than a year older are marked. */
  readonly today: string
  readonly sort: CompareForm['sort']
  readonly onSort: (sort: CompareForm['sort']) => void
  readonly onChoose: (deployment: Deployment) => void
}

const columns: readonly { readonly label: string; readonly key: SortKey | null; readonly isNumber: boolean }[] = [
  { ...comparedColumns.offering, key: 'offering' },
  { ...comparedColumns.size, key: null },
  { ...comparedColumns.headroom, key: 'headroom' },
  { ...comparedColumns.fullest, key: 'fullest' },
  { ...comparedColumns.cost, key: 'cost' },
]

/** The table. Its `rows` must be in the order of `sort`. */
export function FittingTable({ rows, today, sort, onSort, ...props }: FittingTableProps) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <table className="compare">
      <caption className="visually-hidden">Offerings that carry the workload, each at its smallest size</caption>
      <SortableHeads {...{ columns, sort, onSort }} />
      {rows.map((row) => (
        <OfferingRows
          key={row.best.offering}
          {...props}
          row={row}
          cells={comparedCells(row, today)}
          isOpen={open === row.best.offering}
          onToggle={() => setOpen(open === row.best.offering ? null : row.best.offering)}
        />
      ))}
    </table>
  )
}

interface OfferingRowsProps extends PriceEntry, Pick<FittingTableProps, 'scenario' | 'offerings' | 'onChoose'> {
  readonly row: FittingOffering
  readonly cells: ReturnType<typeof comparedCells>
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function OfferingRows({ row, cells, isOpen, onToggle, ...props }: OfferingRowsProps) {
  const id = useId()
  const { best } = row
  const isOwn = best.offering === props.scenario.deployment.offering
  return (
    <tbody className={isOpen ? 'is-open' : undefined}>
      <tr>
        <th scope="row">
          <button
            type="button"
            className="plain"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            {best.offeringName}
          </button>
          <span className="quiet line">
            limits as of <DocumentText content={cells.limitsAsOf.content} />
          </span>
          {isOwn ? <span className="quiet line">shown in Sizing</span> : null}
          {best.ownFile === null ? null : <span className="quiet line">model from {best.ownFile}</span>}
        </th>
        <td>
          <DocumentText content={cells.size.content} />
        </td>
        <td className="is-number">
          <DocumentText content={cells.headroom.content} />
        </td>
        <td>
          <FullestLimit text={cells.fullest.content} utilisation={best.fullest?.utilisation ?? null} />
        </td>
        <td className="is-number is-cost">
          <DocumentText content={cells.cost.content} />
          {asksForPrice(best) && !isOpen ? (
            <button type="button" className="plain line" onClick={onToggle}>
              Enter your price<span className="visually-hidden"> for {best.offeringName}</span>
            </button>
          ) : null}
        </td>
      </tr>
      {isOpen ? (
        <tr id={id}>
          <td colSpan={columns.length}>
            <OfferingDetail {...row} {...props} />
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}

interface FullestLimitProps {
  readonly text: Content
  /** Null if no limit is known. */
  readonly utilisation: number | null
}

/** The fullest limit, with its utilisation as a bar. */
function FullestLimit({ text, utilisation }: FullestLimitProps) {
  return (
    <div className="fullest">
      <DocumentText content={text} />
      {utilisation === null ? null : (
        <div className="bar" aria-hidden="true">
          <div style={{ width: `${Math.min(1, utilisation) * 100}%` }} />
        </div>
      )}
    </div>
  )
}
