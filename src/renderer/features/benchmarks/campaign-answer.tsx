/**
 * A campaign, live or ended: its sentence, its progress, and the sections of its document.
 */

import { useMemo } from 'react'
import { campaignDocument } from '../../../presentation/campaign/campaign-document.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { DocumentSections } from '../../components/document-blocks.tsx'
import { ExportButton } from '../../components/export-button.tsx'
import { remedyText } from '../../components/remedy-text.ts'
import { ReportFields } from '../../components/report-fields.tsx'
import { type CampaignView, nowText } from './campaign-view.ts'

type CampaignResults = NonNullable<CampaignView['results']>

interface CampaignAnswerProps {
  readonly shown: CampaignView
  readonly onAbort: () => void
  readonly onResume: (campaignId: string) => void
  readonly isExporting: boolean
  readonly onExport: () => void
  readonly onClose: () => void
}

/** The right side of the benchmarks view while a campaign is shown. */
export function CampaignAnswer(props: CampaignAnswerProps) {
  const { shown, isExporting, onAbort, onResume, onExport, onClose } = props
  const { results, isLive, error } = shown
  const status = results?.record.status
  return (
    <>
      <h1 className="question">What did others measure, and what is measured here?</h1>
      <div aria-live="polite" aria-atomic="true">
        <p className="sentence">
          {withNoBreakSpaces(error?.message ?? results?.summary.sentence ?? 'Nothing was measured yet.')}
        </p>
        {error?.remedy == null ? null : <p className="reason">{remedyText(error)}</p>}
      </div>
      {results === null ? null : <Marks {...results} />}
      {isLive ? (
        <Progress shown={shown} onAbort={onAbort} />
      ) : (
        <div className="actions">
          <ExportButton
            disabledBecause={results === null ? 'nothing was measured' : null}
            {...{ isExporting, onExport }}
          />
          {status === 'complete' ? null : (
            <button type="button" onClick={() => onResume(shown.campaignId)}>
              {status === 'incomplete' ? 'Run the missing steps' : 'Resume'}
            </button>
          )}
          <button type="button" onClick={onClose}>
            Another benchmark
          </button>
          <ReportFields hasHosts />
        </div>
      )}
      {results === null ? null : <Results {...results} />}
    </>
  )
}

function Marks({ record, summary }: CampaignResults) {
  const { target, request } = record
  const { answer } = campaignDocument({ record, summary })
  return (
    <p className="badges">
      {answer.marks.map((mark) => (
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
      <ButtonWithReason
        disabledBecause={isAborting ? 'It is stopping already.' : null}
        reasonAs="tooltip"
        onClick={onAbort}
      >
        Stop and keep what was measured
      </ButtonWithReason>
    </div>
  )
}

/** The results of the steps. Details such as the method are only in the report. */
function Results({ record, summary }: CampaignResults) {
  const { sections } = useMemo(() => campaignDocument({ record, summary }), [record, summary])
  return <DocumentSections sections={sections.filter(({ isDetail }) => isDetail !== true)} />
}
