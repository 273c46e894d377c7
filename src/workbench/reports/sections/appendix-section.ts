/**
 * What was not proven, and the appendix: the whole configuration and how to do it again.
 */
import type { PreflightCheck } from '../../../contracts/preflight.ts'
import type { RunRecord } from '../../../contracts/run-record.ts'
import { compactJson } from '../compact-json.ts'
import { html, type Markup } from '../markup.ts'
import { notProven } from '../not-proven.ts'
import { section, table, textCell } from '../page-parts.ts'
import { marksOf } from '../report-facts.ts'

/** What this run leaves open. */
export function notProvenSection(record: RunRecord): Markup {
  const content = html`<ul>${notProven(record).map((sentence) => html`<li>${sentence}</li>`)}</ul>
`
  return section('not-proven', 'What was not proven', content)
}

/** The command that measures again; the scenario is a file of the reader's. */
function repeatCommand(record: RunRecord): string {
  const { target, plan } = record
  const place = target.kind === 'connection' ? 'CONNECTION.json' : target.kind
  const scale = target.kind === 'connection' ? '' : ` --scale ${target.scale}`
  return `headroom validate SCENARIO.headroom.json --target ${place}${scale} --duration ${plan.durationMs / 1_000}s --report REPORTS`
}

function repeatNote(record: RunRecord): Markup {
  const { target } = record
  if (target.scale !== 1) {
    return html`<p>SCENARIO.headroom.json is the scenario as it was before it was scaled; the one below has been multiplied by ${target.scale} already.</p>
`
  }
  return html`<p>Save the scenario below as SCENARIO.headroom.json.${target.kind === 'connection' && ' CONNECTION.json holds the address of the cluster; it is not part of a report.'}</p>
`
}

function jsonBlock(title: string, value: unknown): Markup {
  return html`<h3>${title}</h3>
<pre>${compactJson(value)}</pre>
`
}

const stateLabels: Readonly<Record<PreflightCheck['state'], string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'passed with a warning',
  skipped: 'skipped',
}

function preflightTable(checks: readonly PreflightCheck[]): Markup {
  return table(
    'Checks before the run',
    [textCell('Check'), textCell('Outcome'), textCell('Seen')],
    checks.map((check) => [
      textCell(check.label),
      textCell(stateLabels[check.state]),
      textCell(html`${check.detail}${check.remedy !== null && html` ${check.remedy}`}`),
    ]),
  )
}

function cleanUpText(record: RunRecord): Markup {
  const { cleanUp } = record
  if (cleanUp === null)
    return html`<p>Whether the run’s topics and groups are gone is not known.</p>
`
  const { deletedTopics, deletedGroups, leftovers } = cleanUp
  return html`<p>Deleted after the run: ${deletedTopics.length} topics, ${deletedGroups.length} groups.</p>
${
  leftovers.length > 0 &&
  html`<p><strong>Still there:</strong></p><ul>${leftovers.map((text) => html`<li>${text}</li>`)}</ul>
`
}`
}

/** The whole configuration, the checks before the run, what became of its topics, and the command to repeat it. */
export function appendixSection(record: RunRecord): Markup {
  const content = html`<h3>To measure it again</h3>
<pre>${repeatCommand(record)}</pre>
${repeatNote(record)}${record.preflight !== null && preflightTable(record.preflight.checks)}${cleanUpText(record)}${jsonBlock('Scenario as run', record.scenario)}${jsonBlock('Offering', record.offering)}${jsonBlock('Run plan', record.plan)}`
  return section('appendix', 'Appendix: the whole configuration', content, marksOf(record))
}
