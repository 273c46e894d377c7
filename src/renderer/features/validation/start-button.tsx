import type { Outcome } from '../../../contracts/app-error.ts'
import type { ValidationPreview, ValidationRequest } from '../../../contracts/validation-request.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { type FieldActions, PlanRefusal } from './plan-problems.tsx'
import type { ValidationState } from './use-validation.ts'

interface StartButtonProps extends FieldActions {
  readonly state: ValidationState
  readonly request: ValidationRequest | null
  readonly preview: Outcome<ValidationPreview> | null
  readonly isLive: boolean
  /** True if nothing else on the page is the main action. */
  readonly isPrimary: boolean
  /** True if the preview of the current fields is known. A run is not started without it. */
  readonly isCurrent: boolean
}

/**
 * The button that starts a run. If the scenario cannot be run, its problems are in the answer. They are below the button if
 * the answer has another run.
 */
export function StartButton(props: StartButtonProps) {
  const { state, request, preview, isLive, isPrimary, isCurrent, onSet, onShow } = props
  const hide = useHideHosts()
  const disabledBecause = whyNotStarted({ isLive, hasRequest: request !== null, preview })
  const error = isLive || request === null || preview?.ok !== false ? null : preview.error
  return (
    <>
      <div className="actions">
        <ButtonWithReason
          {...(isPrimary ? { className: 'primary' } : {})}
          disabledBecause={disabledBecause === null ? null : hide(disabledBecause)}
          isPending={!isLive && !isCurrent}
          onClick={() => (request === null ? undefined : void state.start(request))}
        >
          Start the validation
        </ButtonWithReason>
        {disabledBecause === null && state.setup?.isWorking ? (
          <span className="quiet">starts when set-up is done</span>
        ) : null}
      </div>
      {error === null || state.run === null ? null : <PlanRefusal {...{ error, onSet, onShow }} />}
    </>
  )
}

interface StartState extends Pick<StartButtonProps, 'isLive' | 'preview'> {
  readonly hasRequest: boolean
}

/** Why no run can be started; null if one can. */
function whyNotStarted({ isLive, hasRequest, preview }: StartState): string | null {
  if (isLive) return 'a run is in progress'
  if (!hasRequest) return 'needs valid fields above'
  if (preview === null) return 'the plan is being made'
  return preview.ok ? null : preview.error.message
}
