/**
 * Offerings that carry the workload: one row each, its reasons and other tiers unfold.
 */

import { useId, useState } from 'react'
import type { ComparedOffering } from '../../../capacity/compare-offerings.ts'
import { predict } from '../../../capacity/predict.ts'
import { constraintName } from '../../../charts/constraint-labels.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment, Scenario } from '../../../contracts/scenario.ts'
import { formatFactor, formatPercent } from '../../../units/ratio.ts'
import { ConstraintList } from '../../components/constraint-list.tsx'
import { SourceLine } from '../../components/source-line.tsx'
import type { CompareForm } from './compare-form.ts'
import { costText, type FittingRow, type SortKey, sizeText } from './compare-rows.ts'
import { SortableHeads } from './sortable-heads.tsx'

interface FittingTableProps {
  readonly rows: readonly FittingRow[]
  readonly scenario: Scenario
  readonly offerings: readonly Offering[]
  readonly sort: CompareForm['sort']
  readonly onSort: (sort: CompareForm['sort']) => void
  readonly onChoose: (deployment: Deployment) => void
}

const columns: readonly { readonly label: string; readonly key: SortKey | null; readonly isNumber?: boolean }[] = [
  { label: 'Offering', key: 'offering' },
  { label: 'Smallest size', key: null },
  { label: 'Could grow', key: 'headroom', isNumber: true },
  { label: 'Fullest limit', key: 'fullest' },
  { label: 'Cost per hour', key: 'cost', isNumber: true },
]

/** The table. */
export function FittingTable({ rows, scenario, offerings, sort, onSort, onChoose }: FittingTableProps) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <table className="compare">
      <caption className="visually-hidden">Offerings that carry the workload, each at its smallest size</caption>
      <SortableHeads {...{ columns, sort, onSort }} />
      {rows.map((row) => (
        <OfferingRows
          key={row.best.offering}
          {...{ row, scenario, offerings, onChoose }}
          isOpen={open === row.best.offering}
          onToggle={() => setOpen(open === row.best.offering ? null : row.best.offering)}
        />
      ))}
    </table>
  )
}

interface OfferingRowsProps extends Pick<FittingTableProps, 'scenario' | 'offerings' | 'onChoose'> {
  readonly row: FittingRow
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function OfferingRows({ row: { best, tiers }, scenario, offerings, isOpen, onToggle, onChoose }: OfferingRowsProps) {
  const id = useId()
  const isOwn = best.offering === scenario.deployment.offering
  return (
    <tbody className={isOpen ? 'is-open' : undefined}>
      <tr>
        <th scope="row">
          <button type="button" className="plain" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            {best.offeringName}
          </button>
          <span className="quiet line">
            limits as of {best.limitsAsOf}
            {isOwn ? ', open in Sizing' : ''}
          </span>
        </th>
        <td>
          {sizeText(best)}
          {tiers.length > 1 ? <span className="quiet line">{tiers.length - 1} larger options</span> : null}
        </td>
        <td className="is-number">{best.headroom === null ? '' : formatFactor(best.headroom)}</td>
        <td>{best.fullest === null ? null : <FullestBar {...best.fullest} />}</td>
        <td className="is-number">
          {costText(best)}
          {best.cost === null ? null : (
            <span className="quiet line">
              {best.cost.source === null ? 'your price' : `price of ${best.cost.source.date}`}
            </span>
          )}
        </td>
      </tr>
      {isOpen ? (
        <tr id={id}>
          <td colSpan={columns.length}>
            <OfferingDetail {...{ best, tiers, scenario, offerings, onChoose }} />
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}

function FullestBar({ id, dimension, utilisation }: NonNullable<ComparedOffering['fullest']>) {
  return (
    <div className="fullest">
      <span>
        {constraintName({ id, dimension })} <span className="number">{formatPercent(utilisation)}</span>
      </span>
      <div className="bar" aria-hidden="true">
        <div style={{ width: `${Math.min(1, utilisation) * 100}%` }} />
      </div>
    </div>
  )
}

type OfferingDetailProps = FittingRow & Pick<OfferingRowsProps, 'scenario' | 'offerings' | 'onChoose'>

/** Why this size: every limit with its source, what a unit costs, and the way into the sizing view. */
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
              {tiers.map((each) => (
                <option key={each.tier} value={each.tier ?? ''}>
                  {sizeText(each)}
                  {each.cost === null ? '' : `, ${costText(each)} an hour`}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <button type="button" onClick={() => onChoose(deployment)}>
          Open in Sizing
        </button>
      </div>
      <ConstraintList prediction={predict({ ...scenario, deployment }, offering)} />
      {shown.cost === null || shown.cost.source === null ? null : <SourceLine source={shown.cost.source} />}
      {shown.cost === null ? null : (
        <p className="quiet">Units only; charges for traffic and storage are not included.</p>
      )}
    </div>
  )
}
