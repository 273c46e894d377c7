import { useEffect, useState } from 'react'
import type { Outcome } from '../../contracts/app-error.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { ValidationPreview, ValidationRequest } from '../../contracts/validation-request.ts'
import { ButtonWithReason } from '../components/button-with-reason.tsx'
import { usePreview } from '../features/validation/use-preview.ts'
import type { ValidationState } from '../features/validation/use-validation.ts'
import type { ViewName } from './rail.tsx'
import { momentOfRun, offerText, tourRequest } from './tour-run.ts'

interface TourStep {
  readonly view: ViewName
  /** CSS selector of the part of the page that the step explains. */
  readonly selector: string
  readonly title: string
  /** Empty for the last step, whose text depends on the run. */
  readonly text: string
}

const steps: readonly TourStep[] = [
  {
    view: 'sizing',
    selector: '.inputs',
    title: '1 of 5: describe your workload',
    text: 'Type rates as you would say them: “50 MB/s”, “60k/s”, “2 TB/day”. The answer changes as you type. F1 on a field says which limits it affects.',
  },
  {
    view: 'sizing',
    selector: '.recommendation',
    title: '2 of 5: the answer is what to buy',
    text: 'It names the smallest size and the change that makes it smaller. Below it stands what the chosen size carries. “What would change it?” below draws the curve over any field. “why?” beside a limit shows its formula, source and date.',
  },
  {
    view: 'compare',
    selector: '.answer',
    title: '3 of 5: compare offerings',
    text: 'The same workload on every offering, each at the smallest size that carries it.',
  },
  {
    view: 'runs',
    selector: '.answer',
    title: '4 of 5: nothing is lost',
    text: 'Every run is kept, even if it was stopped. You can search and compare runs, and calibrate a model from them.',
  },
  { view: 'validation', selector: '.answer', title: '5 of 5: is it true?', text: '' },
]

interface TourProps {
  readonly onGo: (view: ViewName) => void
  readonly onEnd: () => void
  readonly state: ValidationState
  /** The scenario of the last step's run; null if there is no example. */
  readonly scenario: Scenario | null
}

/** A tour in five steps, during which the window can be used. The last step offers a short run. */
export function Tour({ onGo, onEnd, state, scenario }: TourProps) {
  const [index, setIndex] = useState(0)
  const step = steps[index]
  useEffect(() => {
    if (step === undefined) return
    onGo(step.view)
    // Waits a frame, because the elements of the view do not exist before it is rendered.
    const frame = requestAnimationFrame(() => document.querySelector(step.selector)?.classList.add('is-toured'))
    return () => {
      cancelAnimationFrame(frame)
      for (const toured of document.querySelectorAll('.is-toured')) toured.classList.remove('is-toured')
    }
  }, [step, onGo])
  if (step === undefined) return null
  const onBack = index === 0 ? null : () => setIndex(index - 1)
  return (
    <section className="tour" aria-label="Tour" aria-live="polite">
      {index === steps.length - 1 ? (
        <LastStep {...{ state, scenario, onBack, onEnd }} title={step.title} />
      ) : (
        <>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
          <div className="actions">
            <button type="button" className="primary" onClick={() => setIndex(index + 1)}>
              Next
            </button>
            <BackButton onBack={onBack} />
            <button type="button" className="plain" onClick={onEnd}>
              Not now
            </button>
          </div>
        </>
      )}
    </section>
  )
}

function BackButton({ onBack }: { readonly onBack: (() => void) | null }) {
  if (onBack === null) return null
  return (
    <button type="button" onClick={onBack}>
      Back
    </button>
  )
}

interface LastStepProps extends Pick<TourProps, 'state' | 'scenario' | 'onEnd'> {
  readonly title: string
  readonly onBack: (() => void) | null
}

/** Offers the short run, follows it, and shows its result. */
function LastStep({ state, scenario, title, onBack, onEnd }: LastStepProps) {
  const [runId, setRunId] = useState<string | null>(null)
  const request = scenario === null ? null : tourRequest(scenario)
  const run = runId !== null && state.run?.runId === runId ? state.run : null
  const isOtherRunLive = run === null && (state.run?.isLive ?? false)
  const { outcome: preview } = usePreview(
    'validation.preview',
    runId === null && !isOtherRunLive ? request : null,
    'tour',
  )
  if (run !== null) {
    const moment = momentOfRun(run)
    return (
      <>
        <h2>{moment.title}</h2>
        <p>{moment.text}</p>
        <div className="actions">
          <button type="button" className={run.isLive ? undefined : 'primary'} onClick={onEnd}>
            {run.isLive ? 'End the tour; the run continues' : 'Done'}
          </button>
        </div>
      </>
    )
  }
  const start = async (asked: ValidationRequest) => setRunId(await state.start(asked))
  return (
    <>
      <h2>{title}</h2>
      <p>{textBefore(request, { preview, isOtherRunLive, isSettingUp: state.setup?.isWorking ?? false })}</p>
      <div className="actions">
        {request === null || isOtherRunLive ? null : (
          <ButtonWithReason
            className="primary"
            disabledBecause={whyNotStarted(preview)}
            reasonAs="tooltip"
            onClick={() => void start(request)}
          >
            Start the run
          </ButtonWithReason>
        )}
        <BackButton onBack={onBack} />
        <button type="button" className="plain" onClick={onEnd}>
          Done
        </button>
      </div>
    </>
  )
}

/** What is known before the run of the last step is started. */
interface BeforeRun {
  readonly preview: Outcome<ValidationPreview> | null
  readonly isOtherRunLive: boolean
  readonly isSettingUp: boolean
}

/** Why the run cannot be started; null if it can. The text above the button says more. */
function whyNotStarted(preview: BeforeRun['preview']): string | null {
  if (preview === null) return 'The plan of the run is being made.'
  return preview.ok ? null : preview.error.message
}

function textBefore(request: ValidationRequest | null, before: BeforeRun): string {
  const { preview, isOtherRunLive, isSettingUp } = before
  if (isOtherRunLive)
    return 'A run is in progress: its measured line grows second by second, beside the predicted band.'
  if (request === null) return 'A run shows measured against predicted. Before it starts, you see here what it will do.'
  if (preview?.ok === false) return `${offerText(request, null)} It cannot start: ${preview.error.message}`
  const offer = offerText(request, preview?.value ?? null)
  return isSettingUp
    ? `${offer} The parts that it needs are still being prepared; it starts when they are ready.`
    : offer
}
