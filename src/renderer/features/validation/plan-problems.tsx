import type { AppErrorData } from '../../../contracts/app-error.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { remedyText } from '../../components/remedy-text.ts'
import { fieldRow, isFieldPlace } from '../sizing/field-table.ts'
import { quantityRules } from '../sizing/quantity-kinds.ts'
import { shownPlace } from './shown-place.ts'

/** Actions on fields of the scenario, from outside the sizing view. */
export interface FieldActions {
  /** Sets a field of the scenario. */
  readonly onSet: (place: string, value: number) => void
  /** Shows a field of the scenario in the sizing view. */
  readonly onShow: (place: string) => void
}

interface PlanRefusalProps extends FieldActions {
  readonly error: AppErrorData
}

/**
 * Why a scenario cannot be run as it is: each problem with a link to its field and, if known, a value that solves it. Then
 * what to do.
 */
export function PlanRefusal({ error, onSet, onShow }: PlanRefusalProps) {
  const hide = useHideHosts()
  const remedy = remedyText(error)
  return (
    <>
      {error.problems.map(({ place, message, set }) => (
        <div className="actions" key={place + message}>
          <p className="reason">
            <PlaceName {...{ place, onShow }} /> {withNoBreakSpaces(hide(message))}
          </p>
          {set === undefined ? null : (
            <button type="button" onClick={() => onSet(set.place, set.value)}>
              Set {valueText(set.place, set.value)}
            </button>
          )}
        </div>
      ))}
      {remedy === null ? null : <p className="reason">{hide(remedy)}</p>}
    </>
  )
}

/** The name of a place as the window shows it, as a link if the place is in the form of the sizing view. */
function PlaceName({ place, onShow }: { readonly place: string } & Pick<FieldActions, 'onShow'>) {
  const { label, field } = shownPlace(place)
  if (label === '') return null
  if (field === null) return <>{label}:</>
  return (
    <>
      <button type="button" className="plain" onClick={() => onShow(field)}>
        {label}
      </button>
      :
    </>
  )
}

function valueText(place: string, value: number): string {
  const kind = isFieldPlace(place) ? fieldRow(place).kind : 'text'
  return kind === 'text' ? String(value) : quantityRules[kind].canonical(value)
}
