import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Campaign } from '../../../contracts/campaign.ts'
import type { CampaignPreview } from '../../../contracts/campaign-record.ts'
import {
  campaignCostBlocks,
  campaignStepsTable,
  measuredHereText,
  publishedFiguresTable,
} from '../../../presentation/campaign/campaign-preview.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'
import { remedyText } from '../../components/remedy-text.ts'

interface CostPanelProps {
  readonly preview: CampaignPreview
  /** True while `preview` still belongs to earlier values of the fields. */
  readonly isPending: boolean
}

/** What the benchmark will do, write and cost, above the button that starts it. */
export function CostPanel({ preview, isPending }: CostPanelProps) {
  const hide = useHideHosts()
  const shown = { ...preview, target: { ...preview.target, label: hide(preview.target.label) } }
  return (
    <section className="plan group" aria-labelledby="cost-heading" aria-busy={isPending}>
      <h2 id="cost-heading">What it will do</h2>
      <DocumentBlocks blocks={campaignCostBlocks(shown)} />
      <p className="quiet">You can stop it at any time and resume it at the run that was stopped.</p>
    </section>
  )
}

interface BenchmarkPlanProps {
  readonly benchmark: Campaign
  /** How often the benchmark was run in this workspace. */
  readonly runCount: number
  readonly preview: CampaignPreview | null
  readonly error: AppErrorData | null
}

/** The benchmark before its start: publication, planned runs, and differences from the publication. */
export function BenchmarkPlan({ benchmark: campaign, runCount, preview, error }: BenchmarkPlanProps) {
  const hide = useHideHosts()
  const { benchmark, notes } = campaign
  if (benchmark === undefined) return null
  const { title, source, differences } = benchmark
  return (
    <>
      <h1 className="question">What did others measure, and what will be measured here?</h1>
      <p className="sentence">{withNoBreakSpaces(error === null ? title : hide(error.message))}</p>
      {error?.problems.map(({ place, message }) => (
        <p className="reason" key={place + message}>
          {place}: {hide(message)}
        </p>
      ))}
      {error?.remedy == null ? null : <p className="reason">{hide(remedyText(error) ?? '')}</p>}
      <p className="reason">
        <strong>{measuredHereText(runCount)}</strong> {source.title}, {source.date}. {notes ?? ''}
      </p>
      <DocumentBlocks blocks={publishedFiguresTable(campaign)} />
      {preview === null ? null : <DocumentBlocks blocks={[campaignStepsTable(preview)]} />}
      <section className="group" aria-labelledby="differences-heading">
        <h2 id="differences-heading">What differs from the document</h2>
        <ul className="lines">
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      </section>
    </>
  )
}
