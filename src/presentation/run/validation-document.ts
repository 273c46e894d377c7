/**
 * The validation report, with its sections in order. All formats that people read are painted from it.
 */
import type { LatencyCurves, LatencyName } from '../../charts/latency-chart.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Result } from '../../contracts/result.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { decodePercentileCurve } from '../../measurement/histogram.ts'
import { dayOfEpochMs, formatDay } from '../../units/calendar-day.ts'
import type { Document, Section } from '../document.ts'
import { latencySections } from '../sizing/latency-sections.ts'
import { assumptionsSection, formulasSection, limitsSection, predictionSection } from '../sizing/prediction-sections.ts'
import { bandSections } from '../sizing/recommendation-sections.ts'
import { runAnswer } from './run-answer.ts'
import { accountingSection } from './sections/accounting-section.ts'
import { appendixSection, deviationsSection } from './sections/appendix-section.ts'
import { diagnosisSection, latencySection, overlaySection } from './sections/measured-section.ts'
import { methodSection } from './sections/method-section.ts'
import { introductionBlocks } from './sections/verdict-section.ts'

const latencyNames: readonly LatencyName[] = ['service', 'response', 'scheduleDelay', 'endToEnd']

/** The latency distributions. One that cannot be read is left out, and the chart uses its summary. */
function latencyCurves(result: Result): LatencyCurves {
  const curves: [LatencyName, LatencyCurves[LatencyName]][] = []
  for (const name of latencyNames) {
    const summary = result.latency[name]
    if (summary === null) continue
    try {
      curves.push([name, decodePercentileCurve(summary.histogram)])
    } catch {
      // A damaged histogram must not prevent the report. Only the curve between the percentiles is missing.
    }
  }
  return Object.fromEntries(curves)
}

function measuredSections(record: MeasuredRecord, samples: readonly Sample[]): Section[] {
  const { result } = record
  return [
    ...(result !== null || samples.length > 0 ? [overlaySection(record, samples)] : []),
    ...(result !== null ? [diagnosisSection(record, result)] : []),
  ]
}

function detailSections(record: MeasuredRecord, samples: readonly Sample[]): Section[] {
  const { result } = record
  if (result === null) return []
  return [latencySection(record, result, latencyCurves(result)), accountingSection(record, samples, result)]
}

/** The limits as a chart, then each with its formula and source. Their table is left out: the formulas have its numbers. */
function everyLimitSection(prediction: Prediction, runDay: string): Section {
  const { blocks: formulas } = formulasSection(prediction, runDay)
  const chartOfLimits = limitsSection(prediction).blocks.filter(({ kind }) => kind === 'chart')
  return {
    id: 'limits',
    title: 'Every limit, and how it was computed',
    marks: [],
    isDetail: true,
    blocks: [...chartOfLimits, ...formulas],
  }
}

/** The section as a detail, which only reports show. */
function detail(section: Section): Section {
  return { ...section, isDetail: true }
}

/**
 * The report on a run in any state.
 * @param samples empty if only the run's result is known
 */
export function validationDocument(record: MeasuredRecord, samples: readonly Sample[]): Document {
  const { prediction, offering, environment } = record
  const runDay = formatDay(dayOfEpochMs(record.createdAtEpochMs))
  const version = environment === null ? '' : ` ${environment.headroomVersion}`
  return {
    subject: 'Headroom validation report',
    title: record.scenario.name,
    answer: runAnswer(record),
    introduction: introductionBlocks(record),
    sections: [
      ...measuredSections(record, samples),
      detail(predictionSection({ prediction, unitName: offering.unitName, noSize: null }, runDay)),
      everyLimitSection(prediction, runDay),
      detail(assumptionsSection(prediction)),
      ...bandSections(prediction),
      ...latencySections(prediction).map(detail),
      methodSection(record),
      ...detailSections(record, samples),
      deviationsSection(record, samples),
      appendixSection(record),
    ],
    closing: `Made by Headroom${version}. The run record, a JSON file, holds every figure of it.`,
  }
}
