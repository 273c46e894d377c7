/**
 * The benchmarks view: the choice of a published benchmark on the left, its plan or its results on the right.
 */
import type { Outcome } from '../../../contracts/app-error.ts'
import type { CampaignPreview, CampaignRequest } from '../../../contracts/campaign-record.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { SetupPanel } from '../validation/setup-panel.tsx'
import { useIsPlaced, usePreview } from '../validation/use-preview.ts'
import type { ValidationState } from '../validation/use-validation.ts'
import { BenchmarkFields } from './benchmark-fields.tsx'
import { chosenBenchmark, readBenchmarkForm } from './benchmark-form.ts'
import { BenchmarkPlan, CostPanel } from './benchmark-plan.tsx'
import { CampaignAnswer } from './campaign-answer.tsx'
import { CampaignList } from './campaign-list.tsx'
import type { BenchmarksState } from './use-benchmarks.ts'

interface BenchmarksViewProps {
  readonly state: BenchmarksState
  readonly setup: ValidationState['setup']
  /** True while a validation runs. No benchmark can be started then, because only one load can run at a time. */
  readonly isRunLive: boolean
  /** `id` of the scenario's offering. Until the user chooses a benchmark, one on this offering is shown. */
  readonly offering: string
}

/** The benchmarks view. */
export function BenchmarksView({ state, setup, isRunLive, offering }: BenchmarksViewProps) {
  const { benchmarks, form, targetForm, shown } = state
  const benchmark = chosenBenchmark(benchmarks, form, offering)
  const isLive = shown?.isLive ?? false
  const reading = benchmark === undefined ? null : readBenchmarkForm(benchmark, form, targetForm)
  const request = reading?.ok ? reading.request : null
  const subject = JSON.stringify([benchmark?.benchmark?.id, form.profile, targetForm.target])
  const { outcome: preview, isCurrent } = usePreview('campaign.preview', isLive ? null : request, subject)
  const isListPlaced = useIsPlaced(benchmark === undefined || (!isLive && request !== null && preview === null))
  const problems = reading === null || reading.ok ? { target: {} } : reading.problems
  return (
    <div className="view">
      <section className="inputs" aria-label="What to run">
        {benchmark === undefined ? (
          <p className="quiet">Reading the benchmarks…</p>
        ) : (
          <BenchmarkFields
            {...{ benchmarks, benchmark, form, targetForm, problems }}
            onForm={state.changeForm}
            onTargetForm={state.changeTargetForm}
          />
        )}
        {preview?.ok ? <CostPanel preview={preview.value} isPending={!isCurrent} /> : null}
        <StartButton
          {...{ state, request, isCurrent }}
          disabledBecause={whyNotStarted({ isLive, isRunLive, hasRequest: request !== null, preview })}
        />
        <SetupPanel status={setup} />
        {isListPlaced ? (
          <CampaignList
            campaigns={state.campaigns}
            shownId={shown?.campaignId ?? null}
            isLocked={isLive}
            onOpen={state.open}
          />
        ) : null}
      </section>
      {/* The plan has no element that can take the focus. The region can, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs keyboard access. */}
      <main className="answer" id="answer" tabIndex={0}>
        {shown !== null ? (
          <CampaignAnswer
            shown={shown}
            onAbort={state.abort}
            onResume={state.resume}
            isExporting={state.isExporting}
            onExport={state.exportReport}
            onClose={state.close}
          />
        ) : benchmark === undefined ? null : (
          <BenchmarkPlan
            benchmark={benchmark}
            runCount={state.campaigns.filter(({ name }) => name === benchmark.name).length}
            preview={preview?.ok ? preview.value : null}
            error={preview?.ok === false ? preview.error : null}
          />
        )}
      </main>
    </div>
  )
}

interface StartButtonProps {
  readonly state: BenchmarksState
  readonly request: CampaignRequest | null
  readonly disabledBecause: string | null
  /** True if the preview of the current fields is known. A benchmark is not started without it. */
  readonly isCurrent: boolean
}

function StartButton({ state, request, disabledBecause, isCurrent }: StartButtonProps) {
  return (
    <div className="actions">
      <ButtonWithReason
        className="primary"
        disabledBecause={disabledBecause}
        isPending={!isCurrent}
        onClick={() => (request === null ? undefined : state.start(request))}
      >
        Start the benchmark
      </ButtonWithReason>
    </div>
  )
}

interface StartState {
  readonly isLive: boolean
  readonly isRunLive: boolean
  readonly hasRequest: boolean
  readonly preview: Outcome<CampaignPreview> | null
}

/** Why no benchmark can be started; null if one can. */
function whyNotStarted({ isLive, isRunLive, hasRequest, preview }: StartState): string | null {
  if (isLive) return 'a benchmark is in progress'
  if (isRunLive) return 'A validation is running. Only one load can run at a time.'
  if (!hasRequest) return 'needs valid fields above'
  if (preview === null) return 'the plan is being made'
  return preview.ok ? null : preview.error.message
}
