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

/** A calibration: its errors before and after, and the changed parameters. */
export function CalibrationPanel({ calibration, offering, onUse, onDelete }: CalibrationPanelProps) {
  const { name } = calibration
  const sections = useMemo(() => {
    const meanings = modelParameters(offering).map(({ id, parameter }) => [id, parameter.meaning] as const)
    return calibrationSections(calibration, new Map(meanings))
  }, [calibration, offering])
  const [isConfirmingDelete, setConfirmingDelete] = useState(false)
  return (
    <section className="model-part" aria-label={`Calibration ${name}`}>
      <div className="chart-head">
        <h2>Calibration “{name}”</h2>
        <span className="calibration-actions">
          <button type="button" onClick={() => onUse(name)}>
            Use in Sizing
          </button>
          <button type="button" className="plain" onClick={() => setConfirmingDelete(true)}>
            Delete<span className="visually-hidden"> the calibration {name}</span>
          </button>
        </span>
      </div>
      <p className="quiet">{calibrationSentence(calibration)}</p>
      <DocumentSections sections={sections} />
      {isConfirmingDelete ? (
        <ConfirmDialog
          question={`Delete the calibration “${name}”?`}
          detail="The calibration is deleted permanently. Scenarios that use it can no longer be predicted. Its runs stay."
          confirmLabel="Delete"
          onConfirm={() => onDelete(name)}
          onClosed={() => setConfirmingDelete(false)}
        />
      ) : null}
    </section>
  )
}
