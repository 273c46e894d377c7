/**
 * One campaign, live or ended: the sentence, how far it is, its points over the curve, and the document's own table.
 */
import { useMemo } from 'react'
import { campaignChart } from '../../../charts/campaign-chart.ts'
import type { BenchmarkTable } from '../../../contracts/benchmark.ts'
import { benchmarkGrid, benchmarkNotes } from '../../../contracts/benchmark-grid.ts'
import type { CampaignRecord, CampaignSummary } from '../../../contracts/campaign-record.ts'
import type { FigureName } from '../../../contracts/figures.ts'
import { figureNames } from '../../../contracts/figures.ts'
import { campaignPoints } from '../../../planning/campaign-points.ts'
import { ChartView } from '../../components/chart-view.tsx'
import { ExportButton } from '../../components/export-button.tsx'
import { reachByKeys } from '../../components/reach-by-keys.ts'
import { ReportFields } from '../../components/report-fields.tsx'
import { together } from '../../components/together.ts'
import { windowWords } from '../../window-words.ts'
import { type CampaignView, nowText } from './campaign-view.ts'

interface CampaignAnswerProps {
  readonly shown: CampaignView
  readonly onAbort: () => void
  readonly onResume: (campaignId: string) => void
  readonly isExporting: boolean
  readonly onExport: () => void
  readonly onClose: () => void
}

/** The answer of the view while there is a campaign to show. */
export function CampaignAnswer(props: CampaignAnswerProps) {
  const { shown, isExporting, onAbort, onResume, onExport, onClose } = props
  const { found, isLive, error } = shown
  const status = found?.record.status
  return (
    <>
      <h1 className="question">What did others measure, and what is measured here?</h1>
      <div aria-live="polite" aria-atomic="true">
        <p className="sentence">{together(error?.message ?? found?.summary.sentence ?? 'Nothing was measured yet.')}</p>
        {error?.remedy == null ? null : <p className="reason">{error.remedy}</p>}
      </div>
      {found === null ? null : <Marks {...found} />}
      {isLive ? (
        <Progress shown={shown} onAbort={onAbort} />
      ) : (
        <div className="actions">
          <ExportButton isPossible={found !== null} {...{ isExporting, onExport }} />
          {status === 'complete' ? null : (
            <button type="button" onClick={() => onResume(shown.campaignId)}>
              {status === 'incomplete' ? 'Retry what was not run' : 'Resume'}
            </button>
          )}
          <button type="button" onClick={onClose}>
            Another benchmark
          </button>
          <ReportFields hasHosts />
        </div>
      )}
      {found === null ? null : <NotRun {...found.record} />}
      {found === null || found.summary.steps.length === 0 ? null : <Found {...found} />}
    </>
  )
}

/** Rows that the target does not take, each with what stands in its way. */
function NotRun({ notRun = [] }: CampaignRecord) {
  if (notRun.length === 0) return null
  return (
    <section aria-labelledby="not-run-heading">
      <h2 id="not-run-heading">Not run on this target</h2>
      <ul className="lines">
        {notRun.map(({ stepId, label, reason, remedy }) => (
          <li key={stepId}>
            {label}. {windowWords(remedy === null ? reason : `${reason} ${remedy}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Marks({ record, summary }: { readonly record: CampaignRecord; readonly summary: CampaignSummary }) {
  const { target, request } = record
  const marks = new Set<string>(record.results.flatMap((result) => result.marks))
  if (summary.benchmark?.profile === 'smoke') marks.add('smoke: shape only')
  if (record.status !== 'complete') marks.add(record.status)
  return (
    <p className="badges">
      {[...marks].map((mark) => (
        <span className="badge" key={mark}>
          {mark}
        </span>
      ))}
      <span className="quiet">
        {request.campaign.name} · {target?.label ?? 'target not reached yet'}
      </span>
    </p>
  )
}

function Progress({ shown, onAbort }: Pick<CampaignAnswerProps, 'shown' | 'onAbort'>) {
  const { doing, fraction, isAborting } = shown
  return (
    <div className="actions">
      <div className="progress is-wide">
        <progress aria-label="Progress" {...(fraction === null ? {} : { value: fraction })} />
        <p className="progress-line quiet number">
          <span>{isAborting ? 'Stopping; what was measured is kept' : doing}</span>
          <span>{nowText(shown)}</span>
        </p>
      </div>
      <button type="button" onClick={onAbort} disabled={isAborting}>
        Stop and keep what was measured
      </button>
    </div>
  )
}

function Found({ record, summary }: { readonly record: CampaignRecord; readonly summary: CampaignSummary }) {
  const description = useMemo(
    () => campaignChart(campaignPoints(record, summary, figureOf(summary))),
    [record, summary],
  )
  const { benchmark, doubts } = summary
  return (
    <>
      <ChartView description={description} heightRem={20} />
      {benchmark === undefined ? null : <BenchmarkTableView table={benchmark} />}
      {doubts.length === 0 ? null : (
        <section aria-labelledby="doubts-heading">
          <h2 id="doubts-heading">Doubts</h2>
          <ul className="lines">
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The figure of the document's first column that is one. */
function figureOf({ benchmark }: CampaignSummary): FigureName {
  const columns = benchmark?.columns.map(({ figure }) => figure) ?? []
  return (
    figureNames.find((name) => name === columns.find((each) => figureNames.some((known) => known === each))) ??
    'ingressWireBytesPerSec'
  )
}

/** The document's own table, measured beside predicted and published. */
function BenchmarkTableView({ table }: { readonly table: BenchmarkTable }) {
  const grid = benchmarkGrid(table)
  const groups = grid.flatMap(({ group }, index) =>
    index > 0 && group === grid[index - 1]?.group ? [] : [{ group, index }],
  )
  return (
    <section aria-labelledby="table-heading">
      <h2 id="table-heading">The published table, measured and predicted</h2>
      <section className="data-table is-wide benchmark-table" aria-label="The table" ref={reachByKeys}>
        <table>
          <thead>
            <tr>
              {groups.map(({ group, index }, position) => {
                const width = (groups[position + 1]?.index ?? grid.length) - index
                return group === '' ? (
                  <td key={index} colSpan={width} />
                ) : (
                  <th key={index} scope="colgroup" colSpan={width}>
                    {group}
                  </th>
                )
              })}
            </tr>
            <tr>
              {grid.map(({ heading, isNumber, group }) => (
                <th key={group + heading} scope="col" className={isNumber ? 'is-number' : undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ caseId }, row) => (
              <tr key={caseId}>
                {grid.map(({ texts, isNumber, group, heading }) => (
                  <td key={group + heading} className={isNumber ? 'is-number' : undefined}>
                    {texts[row]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {benchmarkNotes(table).map((note) => (
        <p className="quiet" key={note}>
          {note}
        </p>
      ))}
      {table.advice.length === 0 ? null : (
        <>
          <h2>What held it back</h2>
          <ul className="lines">
            {table.advice.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
