/**
 * A prediction to be checked by hand: every number with the formula and the source that it comes from.
 */
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { groupDigits } from '../units/number-text.ts'
import type { AnsweredScenario } from '../workbench/sizing/answer-scenario.ts'

/** Most constraints that are shown, fullest first. */
const mostConstraints = 40

/** The whole derivation, in lines of at most `columns` characters. */
export function explainText(answered: AnsweredScenario, columns: number): string {
  const { prediction, sentence, bursts, clientHosts, calibration, derivation, sentences } = answered
  const width = textWidth(columns)
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `\n${title}\n${lines.join('')}`
  const derived = (lines: readonly { name: string; formula: string }[]) =>
    lines.map(({ name, formula }) => item(name === '' ? formula : `${name}: ${formula}`, width))
  return [
    wrapText(sentence, width),
    calibration === '' ? '' : wrapText(calibration, width),
    section('The offered load, at the peak', derived(derivation.load)),
    section('Each limit at the offered load', constraintLines(prediction, width)),
    section('The answer', derived(derivation.answer)),
    section('The band: factors on the likely value', bandLines(prediction, width)),
    section(
      'Bursts above what is sustained',
      bursts.map((text) => item(text, width)),
    ),
    section('Client hosts', clientHosts === '' ? [] : [item(clientHosts, width)]),
    answersText(sentences, width),
    section(
      'Open questions: what was not said and had to be assumed',
      prediction.assumptions.map(({ text, field }) => item(field === undefined ? text : `${text} (${field})`, width)),
    ),
  ].join('')
}

/** Sentences of what was asked; null and empty for what was not. */
type Asked = Omit<AnsweredScenario['sentences'], 'most'> & { readonly most: string | null }

/** The answers beyond the rate, each under its heading; without a heading's sentences nothing. */
export function answersText(sentences: Asked, width: number): string {
  const section = (title: string, found: readonly string[]) =>
    found.length === 0 ? '' : `\n${title}\n${found.map((each) => item(each, width)).join('')}`
  return [
    section('The most of this mix', sentences.most === null ? [] : [sentences.most]),
    section('The smallest size', sentences.sizes),
    section('Catching up', sentences.catchUp),
    section('While a part is away', sentences.survival),
  ].join('')
}

function constraintLines({ constraints, binding }: Prediction, width: number): string[] {
  const bound = new Set(binding.map(({ id }) => id))
  const sorted = [...constraints].sort((one, other) => other.utilisation - one.utilisation)
  const shown = sorted.slice(0, mostConstraints).map((each) => constraintLine(each, bound.has(each.id), width))
  const left = sorted.length - shown.length
  return left === 0 ? shown : [...shown, item(`and ${left} more, all less full; --json has all`, width)]
}

function constraintLine({ id, formula, kind, source }: Constraint, isBinding: boolean, width: number): string {
  const where = `${kind}; ${source.title}, ${source.date}`
  return [
    wrapText(`${id}${isBinding ? ' (binds)' : ''}`, width, '  '),
    wrapText(formula, width, '      '),
    wrapText(where, width, '      '),
  ].join('')
}

function bandLines({ band }: Prediction, width: number): string[] {
  const factors = (low: number, likely: number, high: number) => [low, likely, high].map((each) => groupDigits(each, 3))
  const rows = band.map((term) => [`  ${term.id}`, ...factors(term.lowFactor, term.likelyFactor, term.highFactor)])
  return [
    alignColumns([['', 'low', 'likely', 'high'], ...rows], [1, 2, 3]),
    ...band.map(({ id, reason, isAssumption }) => item(`${id}${isAssumption ? ' (assumed)' : ''}: ${reason}`, width)),
  ]
}

function item(text: string, width: number): string {
  return wrapText(text, width, '    ').replace('    ', '  - ')
}
