/**
 * The table of offerings that carry the workload. Each row expands to its limits and other tiers.
 */

import { useId, useState } from 'react'
import { predict } from '../../../capacity/predict.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment, Scenario } from '../../../contracts/scenario.ts'
import { billBlocks } from '../../../presentation/billing/bill-blocks.ts'
import { totalText } from '../../../presentation/billing/bill-sentences.ts'
import type { Content } from '../../../presentation/document.ts'
import {
  comparedCells,
  comparedColumns,
  type FittingOffering,
  sizeText,
} from '../../../presentation/sizing/compared-offerings.ts'
import { ConstraintList } from '../../components/constraint-list.tsx'
import { DocumentBlocks, DocumentText } from '../../components/document-blocks.tsx'
import type { CompareForm } from './compare-form.ts'
import type { SortKey } from './compare-rows.ts'
import { SortableHeads } from './sortable-heads.tsx'

interface FittingTableProps {
  readonly rows: readonly FittingOffering[]
  readonly scenario: Scenario
  readonly offerings: readonly Offering[]
  /** The day by which limits are old. */
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

/** The table. Its rows are `rows`, already sorted. */
export function FittingTable({ rows, scenario, offerings, today, sort, onSort, onChoose }: FittingTableProps) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <table className="compare">
      <caption className="visually-hidden">Offerings that carry the workload, each at its smallest size</caption>
      <SortableHeads {...{ columns, sort, onSort }} />
      {rows.map((row) => (
        <OfferingRows
          key={row.best.offering}
          {...{ row, scenario, offerings, today, onChoose }}
          isOpen={open === row.best.offering}
          onToggle={() => setOpen(open === row.best.offering ? null : row.best.offering)}
        />
      ))}
    </table>
  )
}

interface OfferingRowsProps extends Pick<FittingTableProps, 'scenario' | 'offerings' | 'today' | 'onChoose'> {
  readonly row: FittingOffering
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function OfferingRows({ row, scenario, offerings, today, isOpen, onToggle, onChoose }: OfferingRowsProps) {
  const id = useId()
  const { best } = row
  const cells = comparedCells(row, today)
  const isOwn = best.offering === scenario.deployment.offering
  return (
    <tbody className={isOpen ? 'is-open' : undefined}>
      <tr>
        <th scope="row">
          <button type="button" className="plain" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            {best.offeringName}
          </button>
          <span className="quiet line">
            limits as of <DocumentText content={cells.limitsAsOf.content} />
          </span>
          {isOwn ? <span className="quiet line">open in Sizing</span> : null}
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
        </td>
      </tr>
      {isOpen ? (
        <tr id={id}>
          <td colSpan={columns.length}>
            <OfferingDetail {...row} {...{ scenario, offerings, onChoose }} />
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

type OfferingDetailProps = FittingOffering & Pick<OfferingRowsProps, 'scenario' | 'offerings' | 'onChoose'>

/** The details of an offering: costs, limits with sources, and a button that opens it in the sizing view. */
function OfferingDetail({ best, tiers, scenario, offerings, onChoose }: OfferingDetailProps) {
  const [shown, setShown] = useState(best)
  const offering = offerings.find((candidate) => candidate.id === shown.offering)
  const { deployment } = shown
  if (offering === undefined || deployment === null) return null
  return (
    <div className="compare-detail">
      <div className="compare-choice">
        {tiers.length > 1 ? (
          <label>
            Tier{' '}
            <select
              value={shown.tier ?? ''}
              onChange={(event) => setShown(tiers.find(({ tier }) => tier === event.target.value) ?? best)}
            >
              {tiers.map((option) => (
                <option key={option.tier} value={option.tier ?? ''}>
                  {sizeText(option)}
                  {option.bill === null ? '' : `, ${totalText(option.bill)} per month`}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <button type="button" onClick={() => onChoose(deployment)}>
          Open in Sizing
        </button>
      </div>
      {shown.bill === null ? null : (
        <>
          <h2>What it costs a month, and why</h2>
          <DocumentBlocks blocks={billBlocks(shown.bill, shown.chanceMet)} />
        </>
      )}
      <ConstraintList prediction={predict({ ...scenario, deployment }, offering)} />
    </div>
  )
}
