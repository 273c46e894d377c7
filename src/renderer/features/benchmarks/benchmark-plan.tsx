import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Campaign } from '../../../contracts/campaign.ts'
import { campaignCostText } from '../../../contracts/campaign-cost.ts'
import { campaignNoteTexts } from '../../../contracts/campaign-notes.ts'
import type { CampaignPreview } from '../../../contracts/campaign-record.ts'
import { formatByteRate } from '../../../units/byte-rate.ts'
import { formatBytes } from '../../../units/bytes.ts'
import { formatCount } from '../../../units/count.ts'
import { formatDuration } from '../../../units/duration.ts'
import { formatRecordRate } from '../../../units/record-rate.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { NumberHead } from '../../components/number-head.tsx'
import { together } from '../../components/together.ts'
import { windowWords } from '../../window-words.ts'

interface CostPanelProps {
  readonly preview: CampaignPreview
  /** True while it is still that of the fields as they stood a moment ago. */
  readonly isPending: boolean
}

/** What it will do, write and take, beside the button that starts it. */
export function CostPanel({ preview, isPending }: CostPanelProps) {
  const hide = useHideHosts()
  const { target, runs, isAtMost, writtenWireBytes, durationMs } = preview
  const atMost = isAtMost ? 'at most ' : ''
  const rows: readonly (readonly [string, string])[] = [
    ['Runs on', hide(target.label)],
    ['Runs', `${atMost}${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}; topics are deleted after each`],
    ['Writes', `${atMost}${formatBytes(writtenWireBytes)} before replication`],
    ['Duration', `${atMost}about ${formatDuration(Math.ceil(durationMs / 1000) * 1000)}`],
  ]
  return (
    <section className="plan group" aria-labelledby="cost-heading" aria-busy={isPending}>
      <h2 id="cost-heading">What it will do</h2>
      <dl>
        {rows.map(([label, text]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {campaignNoteTexts(preview).map((note) => (
        <p className="quiet" key={note}>
          {windowWords(note)}
        </p>
      ))}
      <p className="quiet">
        {campaignCostText(preview)} Stopped at any time, it goes on later at the run that it was in.
      </p>
    </section>
  )
}

interface BenchmarkPlanProps {
  readonly benchmark: Campaign
  readonly preview: CampaignPreview | null
  readonly error: AppErrorData | null
}

/** Before the start: what the document shows, which runs are made, and what differs from it. */
export function BenchmarkPlan({ benchmark: { benchmark, notes }, preview, error }: BenchmarkPlanProps) {
  const hide = useHideHosts()
  if (benchmark === undefined) return null
  const { title, source, differences } = benchmark
  return (
    <>
      <h1 className="question">What did others measure, and what is measured here?</h1>
      <p className="sentence">{together(error === null ? title : hide(error.message))}</p>
      {error?.problems.map(({ place, message }) => (
        <p className="reason" key={place + message}>
          {place}: {hide(message)}
        </p>
      ))}
      {error?.remedy == null ? null : <p className="reason">{hide(error.remedy)}</p>}
      <p className="reason">
        {source.title}, {source.date}. {windowWords(notes ?? '')}
      </p>
      {preview === null ? null : <StepTable steps={preview.steps} />}
      <section className="group" aria-labelledby="differences-heading">
        <h2 id="differences-heading">What differs from the document</h2>
        <ul className="lines">
          {differences.map((difference) => (
            <li key={difference}>{windowWords(difference)}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

function StepTable({ steps }: Pick<CampaignPreview, 'steps'>) {
  return (
    <section className="data-table" aria-label="Its runs">
      <table>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <NumberHead>Offered</NumberHead>
            <NumberHead>In, wire</NumberHead>
            <NumberHead>Predicted</NumberHead>
            <NumberHead>Partitions</NumberHead>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ stepId, label, offered, expected, summary }) => (
            <tr key={stepId}>
              <td>{label}</td>
              <td className="is-number">{formatRecordRate(offered.recordsPerSec)}</td>
              <td className="is-number">{formatByteRate(offered.ingressWireBytesPerSec)}</td>
              <td className="is-number">{formatByteRate(expected.ingressWireBytesPerSec.likely)}</td>
              <td className="is-number">{formatCount(summary.partitions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
