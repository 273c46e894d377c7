/**
 * What Headroom needs on this machine: what works, then each examined component with what to do about it.
 */
import { type DoctorReport, type Finding, neededForRuns } from '../../contracts/doctor.ts'
import { blocks, type Content, type Document, paragraph, span, table, textCell } from '../document.ts'

/** The document of `headroom doctor`. The answer says what works, because a list of findings does not say which matter. */
export function doctorDocument(report: DoctorReport): Document {
  const { headroomVersion, platform, findings } = report
  const system = `Headroom ${headroomVersion} on ${platform}`
  const headings = [textCell('State'), textCell('Component'), textCell('Finding')]
  const rows = findings.map((finding) => [
    textCell(finding.state),
    textCell(finding.label),
    textCell(findingContent(finding)),
  ])
  return {
    subject: 'Headroom doctor',
    title: system,
    answer: { tone: 'predicted', label: null, sentence: summaryOf(report), marks: [] },
    introduction: blocks(paragraph(system), table('What was examined', headings, rows)),
    sections: [],
    closing: system,
  }
}

/** What works, in one sentence. */
function summaryOf({ findings, canRun }: DoctorReport): string {
  const notReady = findings.filter(({ state }) => state !== 'ok')
  if (notReady.length === 0) return 'All works: predictions, runs, and the window.'
  if (canRun) {
    const others = notReady.map(({ label, neededFor }) => `${neededFor} (${label})`)
    return `Predictions and runs work. Not ready: ${others.join(', ')}.`
  }
  const labels = notReady.filter(({ id }) => neededForRuns.includes(id)).map(({ label }) => label)
  return `Predictions work. Runs do not, until this is mended: ${labels.join(', ')}.`
}

/** The detail, and below it what needs the component and what to do. */
function findingContent({ neededFor, detail, remedy }: Finding): Content {
  return [detail, remedy !== null && span('line', `Needed for ${neededFor}. ${remedy}`)]
}
