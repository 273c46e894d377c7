/**
 * The table of compared scenarios. Each row expands to its limits with sources.
 */

import { useId, useMemo, useState } from 'react'
import { noRateText } from '../../../capacity/explain-prediction.ts'
import { dimensionName } from '../../../contracts/dimensions.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { figureLabel, headroomLabel } from '../../../presentation/labels.ts'
import { figureBounds } from '../../../presentation/report-facts.ts'
import { ageMark } from '../../../presentation/source-text.ts'
import { formatByteRate } from '../../../units/byte-rate.ts'
import { todayText } from '../../../units/calendar-day.ts'
import { formatFactor } from '../../../units/ratio.ts'
import { ConstraintList } from '../../components/constraint-list.tsx'
import { DocumentText } from '../../components/document-blocks.tsx'
import { remedyText } from '../../components/remedy-text.ts'
import type { CompareForm } from './compare-form.ts'
import { type ScenarioRow, type ScenarioSortKey, scenarioRows, sortScenarios } from './scenario-rows.ts'
import { SortableHeads } from './sortable-heads.tsx'

interface ScenarioTableProps {
  /** The compared scenarios. The first one is that of the sizing view. */
  readonly scenarios: readonly Scenario[]
  readonly models: ModelList
  readonly sort: CompareForm['scenarioSort']
  readonly onSort: (sort: CompareForm['scenarioSort']) => void
  readonly onOpen: (scenario: Scenario) => void
  readonly onRemove: (scenario: Scenario) => void
}

const columns: readonly {
  readonly label: string
  readonly key: ScenarioSortKey | null
  readonly isNumber?: boolean
}[] = [
  { label: 'Scenario', key: 'name' },
  { label: figureLabel('Offered', 'ingressWireBytesPerSec'), key: 'offered', isNumber: true },
  { label: figureLabel('Achievable', 'ingressWireBytesPerSec'), key: 'achievable', isNumber: true },
  { label: headroomLabel, key: 'headroom', isNumber: true },
  { label: 'Binds', key: null },
  { label: 'Smallest size', key: null },
]

/** The table. */
export function ScenarioTable({ scenarios, models, sort, onSort, onOpen, onRemove }: ScenarioTableProps) {
  const rows = useMemo(() => scenarioRows(scenarios, models), [scenarios, models])
  const [open, setOpen] = useState<number | null>(null)
  return (
    <table className="compare">
      <caption className="visually-hidden">Scenarios side by side, each on its own cluster</caption>
      <SortableHeads {...{ columns, sort, onSort }} />
      {sortScenarios(rows, sort).map((row) => (
        <Rows
          key={row.position}
          {...{ row, onOpen, onRemove }}
          isOpen={open === row.position}
          onToggle={() => setOpen(open === row.position ? null : row.position)}
        />
      ))}
    </table>
  )
}

interface RowsProps extends Pick<ScenarioTableProps, 'onOpen' | 'onRemove'> {
  readonly row: ScenarioRow
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Rows({ row, isOpen, onToggle, onOpen, onRemove }: RowsProps) {
  const id = useId()
  const { scenario, position, prediction, error } = row
  return (
    <tbody className={isOpen ? 'is-open' : undefined}>
      <tr>
        <th scope="row">
          <button type="button" className="plain" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            {scenario.name}
          </button>
          <span className="quiet line">
            {prediction === null ? error?.message : clusterText(row, prediction)}
            {prediction === null ? null : <LimitsAge asOf={prediction.deployment.limitsAsOf} />}
            {position === 0 ? ', shown in Sizing' : ''}
          </span>
        </th>
        {prediction === null ? (
          <td colSpan={columns.length - 1}>{error === null ? null : remedyText(error)}</td>
        ) : (
          <Figures row={row} prediction={prediction} />
        )}
      </tr>
      {isOpen ? (
        <tr id={id}>
          <td colSpan={columns.length}>
            <div className="compare-detail">
              {position === 0 ? null : (
                <div className="compare-choice">
                  <button type="button" onClick={() => onOpen(scenario)}>
                    Open in Sizing
                  </button>
                  <button type="button" className="plain" onClick={() => onRemove(scenario)}>
                    Remove<span className="visually-hidden"> {scenario.name}</span>
                  </button>
                </div>
              )}
              {prediction === null ? null : <ConstraintList prediction={prediction} />}
            </div>
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}

function Figures({ row, prediction }: { readonly row: ScenarioRow; readonly prediction: Prediction }) {
  const band = prediction.achievable.ingressWireBytesPerSec
  return (
    <>
      <td className="is-number">{formatByteRate(prediction.offered.ingressWireBytesPerSec)}</td>
      <td className="is-number">
        {formatByteRate(band.likely)}
        <span className="quiet line">{figureBounds('ingressWireBytesPerSec', band, band.likely)}</span>
        {prediction.lag ? (
          <span className="quiet line">lag grows by {formatByteRate(prediction.lag.growthBytesPerSec.likely)}</span>
        ) : null}
      </td>
      <td className="is-number">{formatFactor(prediction.headroom)}</td>
      <td>{[...new Set(prediction.binding.map(({ dimension }) => dimensionName(dimension)))].join(', ')}</td>
      <td>{smallestText(row, prediction)}</td>
    </>
  )
}

/** A mark for limits that are more than a year old; nothing for others. */
function LimitsAge({ asOf }: { readonly asOf: string }) {
  return <DocumentText content={ageMark(asOf, todayText())} />
}

function clusterText({ unitName }: ScenarioRow, { deployment }: Prediction): string {
  const unit = deployment.size === 1 ? unitName?.singular : unitName?.plural
  return `${deployment.offeringName}, ${deployment.size} ${unit ?? ''}, limits as of ${deployment.limitsAsOf}`
}

function smallestText({ unitName }: ScenarioRow, prediction: Prediction): string {
  const { smallest } = prediction
  if (smallest === null) return noRateText(prediction) === null ? 'none' : 'not known'
  return `${smallest.size} ${(smallest.size === 1 ? unitName?.singular : unitName?.plural) ?? ''}`
}
