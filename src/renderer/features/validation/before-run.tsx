import type { ReactNode } from 'react'
import { explainPrediction } from '../../../capacity/explain-prediction.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import { burnInWindows, defaultQuotaWindowMs } from '../../../contracts/plan-windows.ts'
import type { ValidationPreview, ValidationRequest } from '../../../contracts/validation-request.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { quotaSentence } from '../../../presentation/run/quota-sentence.ts'
import { calibrationSections } from '../../../presentation/sizing/prediction-sections.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { DocumentSections } from '../../components/document-blocks.tsx'
import { type FieldActions, PlanRefusal } from './plan-problems.tsx'
import { RunCharts } from './run-charts.tsx'
import { PredictedTiles } from './run-tiles.tsx'

interface BeforeRunProps extends FieldActions {
  readonly staleNote: ReactNode
  readonly preview: ValidationPreview | null
  readonly error: AppErrorData | null
  readonly request: ValidationRequest | null
}

/** Before a run: the prediction for the chosen target, and charts without measured points. */
export function BeforeRun({ staleNote, preview, error, request, onSet, onShow }: BeforeRunProps) {
  const hide = useHideHosts()
  const quotas = preview === null ? '' : quotaSentence(preview.prediction)
  const windowMs = (request?.quotaWindowSeconds ?? defaultQuotaWindowMs / 1000) * 1000
  return (
    <>
      <h1 className="question">Is it true?</h1>
      {staleNote}
      <p className="sentence">{error === null ? 'Not tested yet.' : withNoBreakSpaces(hide(error.message))}</p>
      {request === null ? <p className="reason">Some fields on the left need a valid value.</p> : null}
      {error === null ? null : <PlanRefusal {...{ error, onSet, onShow }} />}
      {preview === null ? null : (
        <>
          <p className="reason">Predicted: {withNoBreakSpaces(explainPrediction(preview.prediction))}</p>
          {quotas === '' ? null : <p className="reason">{quotas}</p>}
          <DocumentSections sections={calibrationSections(preview.prediction)} />
          <PredictedTiles prediction={preview.prediction} />
          <RunCharts
            prediction={preview.prediction}
            points={[]}
            durationMs={preview.summary.durationMs}
            burnInMs={Math.min(burnInWindows * windowMs, preview.summary.durationMs)}
            result={null}
          />
        </>
      )}
    </>
  )
}
