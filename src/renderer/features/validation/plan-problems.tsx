import type { Problem } from '../../../contracts/app-error.ts'
import { fieldRow, isFieldPlace } from '../sizing/field-table.ts'
import { quantityRules } from '../sizing/quantity-kinds.ts'

interface PlanProblemsProps {
  readonly problems: readonly Problem[]
  /** Sets a field of the scenario. */
  readonly onSet: (place: string, value: number) => void
  /** Shows a field of the scenario in the sizing view. */
  readonly onShow: (place: string) => void
  /** Replaces host names in presenter mode. */
  readonly hide: (text: string) => string
}

/** Why a scenario cannot be run as it is: each problem with a link to its field and, if known, a value that solves it. */
export function PlanProblems({ problems, onSet, onShow, hide }: PlanProblemsProps) {
  return problems.map(({ place, message, set }) => (
    <div className="actions" key={place + message}>
      <p className="reason">
        {isFieldPlace(place) ? (
          <button type="button" className="plain" onClick={() => onShow(place)}>
            {fieldRow(place).label}
          </button>
        ) : (
          place
        )}
        : {hide(message)}
      </p>
      {set === undefined ? null : (
        <button type="button" onClick={() => onSet(set.place, set.value)}>
          Set {valueText(set.place, set.value)}
        </button>
      )}
    </div>
  ))
}

function valueText(place: string, value: number): string {
  const kind = isFieldPlace(place) ? fieldRow(place).kind : 'text'
  return kind === 'text' ? String(value) : quantityRules[kind].canonical(value)
}
