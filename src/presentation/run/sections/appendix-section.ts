/**
 * The last sections of a run's report: deviations, and the whole configuration.
 */
import type { PreflightCheck } from '../../../contracts/preflight.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Sample } from '../../../contracts/sample.ts'
import { counted } from '../../../units/count.ts'
import { compactJson } from '../../compact-json.ts'
import {
  type Block,
  blocks,
  code,
  foldedCode,
  heading,
  list,
  paragraph,
  type Section,
  table,
  textCell,
} from '../../document.ts'
import { marksOf } from '../../report-facts.ts'
import { deviations } from '../deviations.ts'
import { perfTestCommands, perfTestNotes } from '../perf-test-commands.ts'

/** How the run differed from its scenario. */
export function deviationsSection(record: MeasuredRecord, samples: readonly Sample[]): Section {
  const sentences = deviations(record, samples)
  const content = sentences.length > 0 ? list(sentences) : paragraph('None: the run matched its scenario.')
  return { id: 'deviations', title: 'Deviations', marks: [], isDetail: true, blocks: [content] }
}

/** The command that repeats the run. The reader has to save the scenario as a file. */
function repeatCommand(record: MeasuredRecord): string {
  const { target, plan } = record
  const place = target.kind === 'connection' ? 'CONNECTION.json' : target.kind
  const scale = target.kind === 'connection' ? '' : ` --scale ${target.scale}`
  return `headroom validate SCENARIO.headroom.json --target ${place}${scale} --duration ${plan.durationMs / 1_000}s --report REPORTS`
}

function repeatNote(record: MeasuredRecord): Block {
  const { target } = record
  if (target.scale !== 1) {
    return paragraph(
      `SCENARIO.headroom.json is the scenario before scaling; the scenario as run is already multiplied by ${target.scale}.`,
    )
  }
  return paragraph(
    'Save the scenario as run as SCENARIO.headroom.json.',
    target.kind === 'connection' && ' CONNECTION.json holds the address of the cluster; it is not part of a report.',
  )
}

/** A part of the run record as JSON, folded away: unfolded, three parts took eight of eighteen printed pages. */
function jsonBlock(title: string, value: unknown): Block {
  return foldedCode(title, compactJson(value))
}

/** The offering with only the limits that this prediction used. The run record has all dates and the evidence. */
function usedOffering({ offering, prediction }: MeasuredRecord): unknown {
  const { evidence: _evidence, limitSets, ...rest } = offering
  return { ...rest, limitSets: limitSets.filter((set) => set.asOf === prediction.deployment.limitsAsOf) }
}

const stateLabels: Readonly<Record<PreflightCheck['state'], string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'passed with a warning',
  skipped: 'skipped',
}

function preflightTable(checks: readonly PreflightCheck[]): Block {
  return table(
    'Checks before the run',
    [textCell('Check'), textCell('Outcome'), textCell('Seen')],
    checks.map((check) => [
      textCell(check.label),
      textCell(stateLabels[check.state]),
      textCell([check.detail, check.remedy !== null && ` ${check.remedy}`]),
    ]),
  )
}

function cleanUpBlocks(record: MeasuredRecord): Block[] {
  const { cleanUp } = record
  if (cleanUp === null) return [paragraph('It is not known whether the run’s topics and groups were deleted.')]
  const { deletedTopics, deletedGroups } = cleanUp
  return blocks(
    paragraph(
      `Deleted after the run: ${counted(deletedTopics.length, 'topic')}, ${counted(deletedGroups.length, 'group')}.`,
    ),
  )
}

/** The whole configuration, the checks before the run, its clean-up, and the commands to repeat it. */
export function appendixSection(record: MeasuredRecord): Section {
  return {
    id: 'appendix',
    title: 'Appendix: the whole configuration',
    isDetail: true,
    marks: marksOf(record),
    blocks: blocks(
      heading('To measure it again'),
      code(repeatCommand(record)),
      repeatNote(record),
      heading('With Kafka’s own tools'),
      code(perfTestCommands(record.plan)),
      list(perfTestNotes(record.plan)),
      record.preflight !== null && preflightTable(record.preflight.checks),
      cleanUpBlocks(record),
      paragraph(
        'The scenario as run, the offering and the run plan are in the run record, a JSON file, and in this report as HTML.',
      ),
      jsonBlock('Scenario as run', record.scenario),
      jsonBlock(`Offering, limits of ${record.prediction.deployment.limitsAsOf}`, usedOffering(record)),
      jsonBlock('Run plan', record.plan),
    ),
  }
}
