/**
 * Writes checks of limits as JUnit XML, which build servers read: a suite per scenario, a case per limit.
 */
import type { CheckedLimit, ShareCheck } from '../../capacity/check-shares.ts'
import { explainPrediction } from '../../capacity/explain-prediction.ts'
import { escapeMarkup, element as xmlElement } from '../../charts/svg/svg-node.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { formatPercent, utilisationText } from '../../units/ratio.ts'
import { unitsText } from '../report-facts.ts'
import { notCarriedSentence } from './share-check-sentences.ts'

/** A scenario that was checked. */
export interface CheckedScenario {
  /** The file as the command line names it. */
  readonly file: string
  readonly prediction: Prediction
  readonly check: ShareCheck
}

/** The XML. Cases have no times, because a prediction takes milliseconds. */
export function junitXml(checked: readonly CheckedScenario[]): string {
  const suites = checked.map(suiteXml)
  const counts = countsOf(checked.map(({ check }) => check))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('testsuites', { name: 'headroom predict', ...counts }, ['\n', ...suites])}\n`
}

function countsOf(checks: readonly ShareCheck[]): { tests: string; failures: string; errors: string } {
  const sum = (numberOf: (check: ShareCheck) => number) =>
    String(checks.reduce((total, check) => total + numberOf(check), 0))
  return { tests: sum(({ limits }) => limits.length + 1), failures: sum(failuresOf), errors: '0' }
}

function failuresOf({ limits, isCarried }: ShareCheck): number {
  return limits.filter(({ isAbove }) => isAbove).length + (isCarried ? 0 : 1)
}

function suiteXml({ file, prediction, check }: CheckedScenario): string {
  const { deployment, scenarioName } = prediction
  const property = (name: string, value: string) => `    ${xmlElement('property', { name, value })}\n`
  const properties = [
    property('scenario file', file),
    property('deployment', unitsText(prediction)),
    property('limits as of', deployment.limitsAsOf),
    property('highest share', formatPercent(check.share)),
  ]
  const cases = [carriedCase(prediction, check), ...check.limits.map((limit) => limitCase(limit, prediction, check))]
  return `${xmlElement('testsuite', { name: scenarioName, ...countsOf([check]), skipped: '0' }, [
    '\n  ',
    xmlElement('properties', {}, ['\n', ...properties, '  ']),
    '\n',
    ...cases,
  ])}\n`
}

function carriedCase(prediction: Prediction, { isCarried }: ShareCheck): string {
  const text = isCarried ? explainPrediction(prediction) : notCarriedSentence(prediction)
  const problem = isCarried ? null : 'The offered load is not carried.'
  return caseXml({ classname: prediction.scenarioName, name: 'The load is carried' }, text, problem)
}

function limitCase({ constraint, isAbove }: CheckedLimit, { scenarioName }: Prediction, { share }: ShareCheck): string {
  const { capacity, demand, unit, formula, source, utilisation } = constraint
  const name = constraintName(constraint)
  const allowedText = formatPercent(share)
  const usedText = utilisationText(utilisation, share)
  const text = [
    `Utilisation: ${usedText} of at most ${allowedText}`,
    `Demand: ${formatInUnit(demand, unit)}`,
    `Limit: ${formatInUnit(capacity, unit)}`,
    `Formula: ${formula}`,
    `Source: ${source.title}, ${source.date}`,
  ].join('\n')
  const problem = isAbove ? `${name}: ${usedText}, above ${allowedText}.` : null
  return caseXml({ classname: scenarioName, name: `${name}: at or below ${allowedText}` }, text, problem)
}

/** One case with the text of its failure, or of its output if `problem` is null. */
function caseXml(names: { readonly classname: string; readonly name: string }, text: string, problem: string | null) {
  const content = [escapeMarkup(text)]
  const inner =
    problem === null
      ? xmlElement('system-out', {}, content)
      : xmlElement('failure', { type: 'prediction', message: problem }, content)
  return `  ${xmlElement('testcase', names, [inner])}\n`
}
