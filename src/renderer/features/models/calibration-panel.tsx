import { useMemo, useState } from 'react'
import type { Calibration } from '../../../contracts/calibration.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { calibrationSections, calibrationSentence } from '../../../presentation/calibration/calibration-document.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DocumentSections } from '../../components/document-blocks.tsx'
import { modelParameters } from './model-parameters.ts'

interface CalibrationPanelProps {
  readonly calibration: Calibration
  readonly offering: Offering
  readonly onUse: (name: string) => void
  readonly onDelete: (name: string) => void
}

/** A calibration: errors before and after, and the changed parameters. */
export function CalibrationPanel({ calibration, offering, onUse, onDelete }: CalibrationPanelProps) {
  const { name } = calibration
  const sections = useMemo(() => {
    const meanings = modelParameters(offering).map(({ id, parameter }) => [id, parameter.meaning] as const)
    return calibrationSections(calibration, new Map(meanings))
  }, [calibration, offering])
  const [isDoomed, setDoomed] = useState(false)
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
      <p className="quiet">{calibrationSentence(calibration)}</p>
      <DocumentSections sections={sections} />
      {isDoomed ? (
        <ConfirmDialog
          question={`Delete the calibration “${name}”?`}
          detail="The fit is deleted permanently. Scenarios that name it can no longer be predicted. The runs stay."
          confirmLabel="Delete"
          onConfirm={() => onDelete(name)}
          onClosed={() => setDoomed(false)}
        />
      ) : null}
    </section>
  )
}
