import { explainCalibration, explainMoves } from '../../capacity/explain-prediction.ts'
import type { Prediction } from '../../contracts/prediction.ts'

/** Which calibration a prediction is with, what it moved and why; nothing where the model is as it is. */
export function CalibrationLines({ prediction }: { readonly prediction: Prediction | null }) {
  if (prediction?.calibration === undefined) return null
  return (
    <section>
      <h2>The calibration</h2>
      <p>{explainCalibration(prediction)}</p>
      <ul className="lines">
        {explainMoves(prediction).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
