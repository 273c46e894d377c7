import type { Calibration } from '../../../contracts/calibration.ts'
import type { Deployment } from '../../../contracts/scenario.ts'
import type { Option } from '../../components/option-list.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { EditorAction } from './scenario-editor.ts'

interface CalibrationFieldProps {
  readonly deployment: Deployment
  readonly calibrations: readonly Calibration[]
  readonly dispatch: (action: EditorAction) => void
}

/** Chooses a calibration of the offering's model; hidden if the workspace has none. */
export function CalibrationField({ deployment, calibrations, dispatch }: CalibrationFieldProps) {
  const { offering, calibration: chosen } = deployment
  const names = calibrations.filter(({ model }) => model === offering).map(({ name }) => name)
  if (names.length === 0 && chosen === undefined) return null
  const options: Option[] = [
    { value: null, label: 'none: the model unchanged' },
    ...names.map((name) => ({ value: name, label: name })),
    ...(chosen === undefined || names.includes(chosen) ? [] : [{ value: chosen, label: `${chosen} (missing)` }]),
  ]
  return (
    <ChoiceField
      place="deployment.calibration"
      label="Calibration"
      value={chosen}
      options={options}
      isWide
      dispatch={dispatch}
    />
  )
}
