/**
 * A validation report as one HTML file: no script, nothing loaded, readable by people who do not know the program.
 */
import type { LatencyCurves, LatencyName } from '../../charts/latency-chart.ts'
import type { Result } from '../../contracts/result.ts'
import type { RunRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { decodePercentileCurve } from '../../measurement/histogram.ts'
import { html, type Markup, trustedMarkup } from './markup.ts'
import { headSentence } from './report-facts.ts'
import { reportStyle } from './report-style.ts'
import { accountingSection } from './sections/accounting-section.ts'
import { appendixSection, notProvenSection } from './sections/appendix-section.ts'
import { diagnosisSection, latencySection, overlaySection } from './sections/measured-section.ts'
import { methodSection } from './sections/method-section.ts'
import { assumptionsSection, limitsSection, predictionSection } from './sections/prediction-section.ts'
import { verdictSection } from './sections/verdict-section.ts'

/** Nothing may run and nothing may be fetched, whatever a name in the report contains. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"

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

function measuredSections(record: RunRecord, samples: readonly Sample[]): Markup {
  const { result } = record
  return html`${(result !== null || samples.length > 0) && overlaySection(record, samples)}${result !== null && diagnosisSection(record, result)}`
}

function detailSections(record: RunRecord, samples: readonly Sample[]): Markup {
  const { result } = record
  if (result === null) return html``
  return html`${latencySection(record, result, latencyCurves(result))}${accountingSection(record, samples, result)}`
}

/** The report of a run, whatever state it ended in. */
export function htmlReport(record: RunRecord, samples: readonly Sample[]): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustedMarkup(contentSecurityPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${headSentence(record)}">
<title>${record.scenario.name}: Headroom validation report</title>
<style>${trustedMarkup(reportStyle)}</style>
</head>
<body>
<main>
${verdictSection(record)}${measuredSections(record, samples)}${predictionSection(record.prediction)}${limitsSection(record.prediction)}${assumptionsSection(record.prediction)}${methodSection(record)}${detailSections(record, samples)}${notProvenSection(record)}${appendixSection(record)}</main>
<footer><p class="quiet">Made by Headroom${record.environment !== null && ` ${record.environment.headroomVersion}`}. The run record beside this file, as JSON, holds every figure of it.</p></footer>
</body>
</html>
`
  return page.text
}
