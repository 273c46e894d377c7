/**
 * The validation report: which sections it has, in which order. The one source of every format that people read.
 */
import type { LatencyCurves, LatencyName } from '../../charts/latency-chart.ts'
import type { Result } from '../../contracts/result.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { decodePercentileCurve } from '../../measurement/histogram.ts'
import type { Document, Section } from '../document.ts'
import { assumptionsSection, formulasSection, limitsSection, predictionSection } from '../sizing/prediction-sections.ts'
import { bandSections } from '../sizing/recommendation-sections.ts'
import { runAnswer } from './run-answer.ts'
import { accountingSection } from './sections/accounting-section.ts'
import { appendixSection, deviationsSection, notProvenSection } from './sections/appendix-section.ts'
import { diagnosisSection, latencySection, overlaySection } from './sections/measured-section.ts'
import { methodSection } from './sections/method-section.ts'
import { openingBlocks } from './sections/verdict-section.ts'

const latencyNames: readonly LatencyName[] = ['service', 'response', 'scheduleDelay', 'endToEnd']

/** The distributions behind the summaries; one that cannot be read is drawn from its summary. */
function latencyCurves(result: Result): LatencyCurves {
  const curves: [LatencyName, LatencyCurves[LatencyName]][] = []
  for (const name of latencyNames) {
    const summary = result.latency[name]
    if (summary === null) continue
    try {
      curves.push([name, decodePercentileCurve(summary.histogram)])
    } catch {
      // A damaged histogram costs the curve between the percentiles, not the report.
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

/** A run confirms or refutes its prediction; what that rests on is in the report. */
function detail(section: Section): Section {
  return { ...section, isDetail: true }
}

/** A run, whatever state it ended in; `samples`: none where only their result is at hand. */
export function validationDocument(record: MeasuredRecord, samples: readonly Sample[]): Document {
  const { prediction, offering, environment } = record
  const version = environment === null ? '' : ` ${environment.headroomVersion}`
  return {
    subject: 'Headroom validation report',
    title: record.scenario.name,
    answer: runAnswer(record),
    opening: openingBlocks(record),
    sections: [
      ...measuredSections(record, samples),
      detail(predictionSection({ prediction, unitName: offering.unitName, noSize: null })),
      detail(limitsSection(prediction)),
      formulasSection(prediction),
      detail(assumptionsSection(prediction)),
      ...bandSections(prediction),
      methodSection(record),
      ...detailSections(record, samples),
      deviationsSection(record, samples),
      notProvenSection(record),
      appendixSection(record),
    ],
    closing: `Made by Headroom${version}. The run record, a JSON file, holds every figure of it.`,
  }
}
