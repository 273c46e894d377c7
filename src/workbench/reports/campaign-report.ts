/**
 * Writes the report of a campaign, in the formats of a run's report except the exports for other tools.
 */
import type { CampaignRecord, CampaignSummary } from '../../contracts/campaign-record.ts'
import { figureNames } from '../../contracts/figures.ts'
import { cleanCampaign } from '../../contracts/redact.ts'
import { campaignDocument, type ReportedCampaign } from '../../presentation/campaign/campaign-document.ts'
import { type CsvCell, csvText } from '../../units/csv.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import { type ReportOrder, writeReportParts } from './write-report.ts'

/** The campaign to report, with formats, folder and options. */
export interface CampaignReportInput extends ReportOrder, ReportedCampaign {}

/** Writes files named `headroom-CAMPAIGN…`. @throws AppError as `writeReport` */
export function writeCampaignReport(input: CampaignReportInput, printPdf: PrintPdf): Promise<string[]> {
  const { summary } = input
  const record = cleanCampaign(input.record, input.options.isRedacted)
  const parts = {
    runId: record.id,
    document: () => campaignDocument({ record, summary }),
    json: () => campaignJson(record, summary),
    csv: () => [{ suffix: '-steps.csv', data: () => stepsCsv(summary) }],
  }
  return writeReportParts(parts, input, printPdf)
}

function campaignJson(record: CampaignRecord, summary: CampaignSummary): string {
  return `${JSON.stringify({ ...record, summary }, null, 2)}\n`
}

/** Writes one row per step and figure. */
function stepsCsv({ steps }: CampaignSummary): string {
  const heading =
    'step,label,runs,figure,offered,predictedLow,predictedLikely,predictedHigh,measuredMean,measuredLow,measuredHigh,verdict,limiter'
  const rows = steps.flatMap(({ stepId, label, runIds, offered, expected, measured, verdict, limiter }) =>
    figureNames.map((figure): CsvCell[] => {
      const [predicted, interval] = [expected[figure], measured[figure]]
      const numbers = [
        offered[figure],
        predicted.low,
        predicted.likely,
        predicted.high,
        interval.mean,
        interval.low,
        interval.high,
      ]
      return [stepId, label, runIds.length, figure, ...numbers, verdict, limiter]
    }),
  )
  return csvText([heading.split(','), ...rows])
}
