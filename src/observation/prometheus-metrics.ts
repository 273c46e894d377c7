/**
 * Reads responses of a Prometheus server to queries, one or a list of them, from a file or from the server.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { OpenQuestion } from '../contracts/observation.ts'
import { type PrometheusAnswer, prometheusAnswer } from '../contracts/prometheus-response.ts'
import { counted } from '../units/count.ts'
import { choiceText, clusterChoiceOf } from './cluster-labels.ts'
import { checkedList, jsonOf, listOf, propertyOf } from './json-source.ts'
import { type MetricSeries, metricFacts } from './metric-facts.ts'
import { builtFromDocumentation, type ReadingOutcome, refused, type SourceFile } from './source-reading.ts'

/** True for a response of Prometheus, or a list of them. */
export function isPrometheusAnswer(text: string): boolean {
  const [first] = listOf(jsonOf(text))
  return propertyOf(propertyOf(first, 'data'), 'resultType') !== undefined
}

/** True for a response of Prometheus, or a list of them, in which the server reports an error. */
export function isPrometheusError(text: string): boolean {
  return errorProblems(jsonOf(text), '').length > 0
}

/** At most this many characters of an error of the server are quoted. */
const maxErrorCharacters = 300

/** A problem for each error that the server reported. */
function errorProblems(value: unknown, name: string): Problem[] {
  return listOf(value).flatMap((answer, index) => {
    const error = propertyOf(answer, 'error')
    if (propertyOf(answer, 'status') !== 'error' || typeof error !== 'string') return []
    const shown = error.slice(0, maxErrorCharacters).replaceAll(/\p{Cc}/gu, ' ')
    return [
      {
        place: Array.isArray(value) ? `${name}: [${index}]` : name,
        message: `the server answered this query of Prometheus with an error: ${shown}; expected its results`,
      },
    ]
  })
}

/** The facts of the responses, or all of their problems. */
export function readPrometheusAnswer({ name, sha256, text }: SourceFile): ReadingOutcome {
  const value = jsonOf(text)
  const errors = errorProblems(value, name)
  if (errors.length > 0) return refused(name, errors)
  const { values, problems } = checkedList(prometheusAnswer, listOf(value), name)
  if (problems.length > 0) return refused(name, problems)
  const series = values.flatMap(seriesOf)
  // Several jobs do not mean several clusters: each job may have some of the brokers.
  const choice = clusterChoiceOf(series, new Set(['job']))
  if (choice !== null) {
    const message = `${choiceText(choice)}; give the answers of one cluster, whose queries name it`
    return refused(name, [{ place: name, message }])
  }
  const { facts, unused, singleTotals } = metricFacts(series)
  const unnamed = series.filter((each) => each.name === '').length
  if (facts.length === 0) {
    const message =
      singleTotals > 0
        ? `its ${counted(singleTotals, 'series', 'series')} of Kafka have one value each, and a total has a rate only between two times; query a range (/api/v1/query_range)`
        : `none of its ${series.length} series has the name of a metric of Kafka; query the metrics themselves, because their sums and rates have no name`
    return refused(name, [{ place: name, message }])
  }
  const warnings = values.flatMap((answer) => answer.warnings ?? [])
  const notes = [
    builtFromDocumentation,
    ...(unused === 0 ? [] : [`${counted(unused, 'series', 'series')} of it are not used.`]),
    ...warnings.slice(0, 10),
  ]
  const span = facts[0]?.span ?? null
  const source = { kind: 'prometheus', label: name, sha256, span, notes } as const
  return {
    reading: { source, facts, questions: [...unnamedQuestion(unnamed), ...singleQuestion(singleTotals)] },
    problems: [],
  }
}

function seriesOf({ data }: PrometheusAnswer): MetricSeries[] {
  return data.result.map(({ metric, values, value }) => ({
    name: metric.__name__ ?? '',
    labels: metric,
    values: (values ?? (value === undefined ? [] : [value])).flatMap(([seconds, text]) => {
      const number = Number(text)
      return Number.isFinite(number) ? [{ atEpochMs: seconds * 1000, value: number }] : []
    }),
  }))
}

function singleQuestion(singleTotals: number): OpenQuestion[] {
  if (singleTotals === 0) return []
  return [
    {
      id: 'single-totals',
      text: `What are the rates of ${counted(singleTotals, 'series', 'series')} with one total each? A rate needs totals of two times.`,
      effect: 'These rates are missing. Query a range (/api/v1/query_range).',
    },
  ]
}

function unnamedQuestion(unnamed: number): OpenQuestion[] {
  if (unnamed === 0) return []
  return [
    {
      id: 'unnamed-series',
      text: `What are the ${counted(unnamed, 'series', 'series')} without a name? Sums and rates have none.`,
      effect: 'They are not used. Query the metrics themselves.',
    },
  ]
}
