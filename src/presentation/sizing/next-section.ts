/**
 * The section on what to measure next: the runs that narrow a prediction most, their cost, and how to start them.
 */
import { chanceText } from '../../capacity/explain-chance.ts'
import { chanceLabel } from '../../charts/shared-labels.ts'
import { isDecided, type LimitAnswer, type LimitFigure } from '../../planning/limit-answer.ts'
import type { ChangedField } from '../../planning/measurable-mixes.ts'
import type { MadeRuns, NarrowingRun, NextMeasurement, NothingToMeasure } from '../../planning/next-measurement.ts'
import { formatBytes } from '../../units/bytes.ts'
import { counted, formatCount } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { significantDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import {
  type Block,
  blocks,
  code,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { lawLabels, lawNoun } from '../labels.ts'
import { figureBounds } from '../report-facts.ts'
import { shellWords } from '../run/perf-test-commands.ts'
import { changedFieldsText } from './changed-fields.ts'

/** The scenario as words of a command line: its file, and the options that change it. */
export interface ScenarioWords {
  readonly words: readonly string[]
  /** Id of the model. */
  readonly offering: string
}

/**
 * The section on what to measure next.
 * @param given the scenario for command lines; left out if the run is started otherwise, as in the window
 */
export function nextSection(next: NextMeasurement, given?: ScenarioWords): Section {
  const [first] = next.runs
  return {
    id: 'next',
    title: 'What to measure next',
    marks: [],
    blocks: blocks(
      next.made !== null && next.now !== null && madeTable(next.made, next.now, next.figure),
      next.nothing !== null && paragraph(nothingSentences[next.nothing](next)),
      first !== undefined &&
        next.now !== null &&
        [
          paragraph(nowSentence(next.now, next.figure)),
          paragraph(span('strong', bestSentence(first, next.now))),
          list(runFacts(first, next.now)),
          next.runs.length > 1 && rankTable(next.runs),
          given !== undefined && [paragraph(thenText(next)), code(commandsOf(first, given).join('\n'))],
          given === undefined && paragraph(thenText(next, ' in Runs')),
        ].flatMap((block) => block || []),
    ),
  }
}

/** The command lines of a run: the run itself, the calibration with it, and the prediction after it. */
export function commandsOf({ changes }: Pick<NarrowingRun, 'changes'>, { words, offering }: ScenarioWords): string[] {
  return [
    `headroom validate ${shellWords([...words, ...changes.flatMap(setWords)])} --target client.properties`,
    `headroom models calibrate ${offering} --runs last --name measured`,
    `headroom predict ${shellWords(words)} --calibration measured`,
  ]
}

/** The options of a command line that change a field. */
export function setWords({ path, value }: ChangedField): string[] {
  return ['--set', `${path}=${typeof value === 'object' ? JSON.stringify(value) : value}`]
}

const nothingSentences: Readonly<Record<NothingToMeasure, (next: NextMeasurement) => string>> = {
  'declared-limits': () =>
    'No run narrows this answer, because the vendor declares its limits and their bands. A validation shows whether they hold.',
  'one-width': () =>
    'No single run narrows this answer, because the model has one band for all limits. A validation shows whether it holds.',
  refused: () => 'There is nothing to measure: the deployment refuses this workload.',
  'load-fits': ({ now }) =>
    `No run is needed: the chance that the load is met is ${chanceText(now?.chanceMet ?? 1)}, so a run would hardly change the answer.`,
  narrow: ({ now }) =>
    `No run is needed: the answer is known to ÷/× ${widthText(now?.widthFactor ?? 1)}, which is about as precise as a run.`,
  'out-of-reach': () =>
    'No run that Headroom can plan narrows this answer. A calibration compares written rates, so it does not measure limits on reading.',
}

function nowSentence({ limit, widthFactor, chanceMet }: LimitAnswer, figure: LimitFigure): string {
  const bounds = figureBounds(figure, limit, limit.likely)
  const direction = figure === 'ingressWireBytesPerSec' ? 'in' : 'out'
  return `Now: nine of ten such clusters carry ${bounds} ${direction} (÷/× ${widthText(widthFactor)}), and the chance that the load is met is ${chanceText(chanceMet)}.`
}

function bestSentence({ law, after, durationMs }: NarrowingRun, now: LimitAnswer): string {
  const widths = `÷/× ${widthText(now.widthFactor)} to about ÷/× ${widthText(after.widthFactor)}`
  return `A run of ${formatDuration(durationMs)} on your cluster, at the limit of ${lawNoun(law)}, narrows the answer from ${widths}.`
}

/** Sentences on the run: its effect, its load, its chance to reach the limit, and its cost. */
function runFacts(run: NarrowingRun, now: LimitAnswer): string[] {
  const { law, widthShare, decides, reachesLimit, cost } = run
  return [
    `If ${lawNoun(law)} were known exactly, ${formatPercent(widthShare)} of the width of the band would disappear.`,
    changesText(run),
    `It reaches the limit with a chance of ${formatPercent(reachesLimit)}; otherwise it only gives a lower bound.`,
    ...(decides === 0 || isDecided(now) ? [] : [decidesText(decides)]),
    `It writes at most ${formatBytes(cost.writtenBytes)} in ${formatCount(cost.records)} records${readText(run)}. Services that charge for traffic charge for this.`,
    `Its topics take at most ${formatBytes(cost.diskBytes)} of disk on all brokers together, until they are deleted after the run.`,
  ]
}

function decidesText(decides: number): string {
  return `In ${formatPercent(decides)} of the outcomes, the chance that the load is met is below 5 % or above 95 % after the run.`
}

function readText({ cost }: NarrowingRun): string {
  return cost.readBytes === 0 ? '' : ` and reads ${formatBytes(cost.readBytes)}`
}

function changesText({ changes, scenario }: NarrowingRun): string {
  const others = changes.filter(({ path }) => !path.endsWith('PerSec'))
  const load = 'Its load is raised until the limit is reached'
  if (others.length === 0) return `${load}; everything else is as in the scenario.`
  return `${load}, with ${changedFieldsText(others, scenario)}.`
}

function rankTable(runs: readonly NarrowingRun[]): Block {
  return table(
    'The runs that narrow it most',
    [textCell('Limited by'), ...['Width after', 'Chance after', 'Writes', 'Reads', 'Disk'].map(numberCell)],
    runs.map((run) => [
      textCell([lawLabels[run.law], span('line', span('quiet', changesText(run)))]),
      numberCell(`÷/× ${widthText(run.after.widthFactor)}`),
      numberCell(chanceText(run.after.chanceMet)),
      ...[run.cost.writtenBytes, run.cost.readBytes, run.cost.diskBytes].map((bytes) => numberCell(formatBytes(bytes))),
    ]),
  )
}

function thenText({ made }: NextMeasurement, where = ''): string {
  const calibrate = `After the run, calibrate the model with it${where}. Only the bands of the laws that it reached narrow. A run that was limited by its clients or their machine only gives a lower bound, and does not narrow the answer.`
  return made === null
    ? calibrate
    : `${calibrate} Name the earlier runs too, because a calibration always starts from the model itself.`
}

/** The prediction before and after the runs of a calibration. */
function madeTable({ calibration, laws, before }: MadeRuns, now: LimitAnswer, figure: LimitFigure): Block {
  const runs = laws.map(({ law, runs: number }) => `${lawNoun(law)}: ${counted(number, 'run')}`).join(', ')
  const row = (name: string, { limit, widthFactor, chanceMet }: LimitAnswer) => [
    textCell(name),
    numberCell(figureBounds(figure, limit, limit.likely)),
    numberCell(`÷/× ${widthText(widthFactor)}`),
    numberCell(chanceText(chanceMet)),
  ]
  return table(
    `Before and after your runs (${runs})`,
    [textCell('Prediction'), numberCell('Nine of ten carry'), numberCell('Width'), numberCell(chanceLabel)],
    [row('Published clusters', before), row(`Calibration ${calibration}`, now)],
  )
}

function widthText(factor: number): string {
  return significantDigits(factor)
}
