import { useMemo, useState } from 'react'
import { calibrationChart } from '../../../charts/calibration-chart.ts'
import type { Calibration } from '../../../contracts/calibration.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { significantDigits } from '../../../units/number-text.ts'
import { formatPercent, formatSignedPercent } from '../../../units/ratio.ts'
import { ChartView } from '../../components/chart-view.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { NumberHead } from '../../components/number-head.tsx'
import { modelParameters } from './model-parameters.ts'

interface CalibrationPanelProps {
  readonly calibration: Calibration
  readonly offering: Offering
  readonly onUse: (name: string) => void
  readonly onDelete: (name: string) => void
}

const chartRem = 13

/** One calibration: its errors before and after, and what it moved. */
export function CalibrationPanel({ calibration, offering, onUse, onDelete }: CalibrationPanelProps) {
  const { name, parameters, runs, publishedPoints } = calibration
  const chart = useMemo(() => calibrationChart(calibration), [calibration])
  const meanings = new Map(modelParameters(offering).map(({ id, parameter }) => [id, parameter.meaning]))
  const [isDoomed, setDoomed] = useState(false)
  const censored = runs.filter(({ isCensored }) => isCensored).length
  return (
    <section className="model-part" aria-label={`Calibration ${name}`}>
      <div className="chart-head">
        <h2>Calibration “{name}”</h2>
        <span className="calibration-actions">
          <button type="button" onClick={() => onUse(name)}>
            Size with it
          </button>
          <button type="button" className="plain" onClick={() => setDoomed(true)}>
            Delete<span className="visually-hidden"> the calibration {name}</span>
          </button>
        </span>
      </div>
      <p className="quiet">
        From {runs.length} runs{censored === 0 ? '' : `, of which ${censored} say only that no less is possible`}
        {publishedPoints === 0 ? '' : `, fitted beside ${publishedPoints} published figures`}. A parameter was moved
        where what is predicted of these runs follows it; all others stayed as they are.
      </p>
      {chart === null ? null : <ChartView description={chart} heightRem={chartRem} />}
      <p className="quiet">
        Median error of its runs {errorsText(calibration.runErrors)}; of published figures{' '}
        {errorsText(calibration.publishedErrors)}.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Moved</th>
            <NumberHead>Before</NumberHead>
            <NumberHead>After</NumberHead>
            <NumberHead>Change</NumberHead>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ id, unit, before, value, interval, reason }) => (
            <tr key={id}>
              <th scope="row">
                {id}
                <span className="quiet line">{meanings.get(id) ?? unit}</span>
                {reason === undefined ? null : <span className="quiet line">{reason}</span>}
              </th>
              <td className="is-number">{significantDigits(before)}</td>
              <td className="is-number">
                {significantDigits(value)}
                <span className="quiet line">
                  95 %: {significantDigits(interval.low)} to {significantDigits(interval.high)}
                </span>
              </td>
              <td className="is-number">{before === 0 ? '–' : formatSignedPercent(value / before - 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isDoomed ? (
        <ConfirmDialog
          question={`Delete the calibration “${name}”?`}
          detail="What was fitted is gone for good; scenarios that name it can no longer be predicted. The runs stay."
          confirmLabel="Delete"
          onConfirm={() => onDelete(name)}
          onClosed={() => setDoomed(false)}
        />
      ) : null}
    </section>
  )
}

function errorsText({ before, after }: Calibration['runErrors']): string {
  if (before === null || after === null) return 'not known'
  return `${formatPercent(before)} before, ${formatPercent(after)} after`
}
