/**
 * Reads Amazon MSK's metrics as `aws cloudwatch get-metric-data` prints them. This response states neither statistic nor
 * period, and its labels need not name the dimensions. The file of queries has them, if it is given too.
 */
import type { Problem } from '../contracts/app-error.ts'
import {
  type CloudwatchAnswer,
  type CloudwatchQueries,
  cloudwatchAnswer,
  cloudwatchQueries,
} from '../contracts/cloudwatch-response.ts'
import type { OpenQuestion } from '../contracts/observation.ts'
import { type CloudwatchSeries, cloudwatchFacts, isUsedMetric } from './cloudwatch-facts.ts'
import { checkedList, jsonOf, listOf, propertyOf } from './json-source.ts'
import type { TimedValue } from './metric-series.ts'
import { builtFromDocumentation, type ReadingOutcome, refused, type SourceFile } from './source-reading.ts'
import { utcEpochMs } from './utc-time.ts'

type Query = CloudwatchQueries[number]
type Result = CloudwatchAnswer['MetricDataResults'][number]

/** True for a response, or a list of its pages. */
export function isCloudwatchAnswer(text: string): boolean {
  const [first] = listOf(jsonOf(text))
  return propertyOf(first, 'MetricDataResults') !== undefined
}

/**
 * The queries in a file for `--metric-data-queries`, alone or inside a request; null if the text is not such a file.
 */
export function queriesOf(text: string): readonly unknown[] | null {
  const value = jsonOf(text)
  const inside = propertyOf(value, 'MetricDataQueries') ?? value
  const isList = Array.isArray(inside) && propertyOf(inside[0], 'MetricStat') !== undefined
  return isList ? inside : null
}

/**
 * The facts of a response, or all of its problems.
 * @param queryFiles files of queries. A query belongs to the result with the same id.
 */
export function readCloudwatchAnswer(
  { name, sha256, text }: SourceFile,
  queryFiles: readonly SourceFile[],
): ReadingOutcome {
  const { values, problems } = checkedList(cloudwatchAnswer, listOf(jsonOf(text)), name)
  const queryLists = queryFiles.map((file) => checkedList(cloudwatchQueries, [queriesOf(file.text) ?? []], file.name))
  const results = values.flatMap(({ MetricDataResults }) => MetricDataResults)
  const allProblems: Problem[] = [
    ...problems,
    ...queryLists.flatMap((each) => each.problems),
    ...results.flatMap(problemsOf(name)),
  ]
  if (allProblems.length > 0) return refused(name, allProblems)
  const queries = new Map(queryLists.flatMap((each) => each.values.flat()).map((query) => [query.Id, query]))
  const series = results.flatMap((result) => seriesOf(result, queries.get(result.Id)))
  const facts = cloudwatchFacts(series)
  if (facts.length === 0) {
    const message = `none of its ${results.length} results has a label that names a metric of MSK; give the file of its queries too, or labels like "BytesInPerSec Topic=orders Broker ID=1"`
    return refused(name, [{ place: name, message }])
  }
  const notes = [
    builtFromDocumentation,
    ...(queries.size > 0 ? [] : ['Its queries are not given, so its statistic is assumed to be Average.']),
    ...(series.some(({ statistic }) => statistic === 'Maximum')
      ? ['Some of its values are maxima of their periods, so rates that are called averages here are too high.']
      : []),
  ]
  const span = facts[0]?.span ?? null
  const source = { kind: 'cloudwatch', label: name, sha256, span, notes } as const
  return { reading: { source, facts, questions: questionsOf(values, queries.size, series.length) }, problems: [] }
}

/** The series of results without queries, as in another tool's file. Only results whose labels name a metric count. */
export function seriesOfResults(results: readonly Result[]): CloudwatchSeries[] {
  return results.flatMap((result) => seriesOf(result, undefined))
}

/** Finds the problems of one result: lists of different lengths, or a text that is no time. */
function problemsOf(file: string): (result: Result, index: number) => Problem[] {
  return ({ Timestamps, Values }, index) => {
    const place = `${file}: MetricDataResults[${index}]`
    if (Timestamps.length !== Values.length) {
      return [{ place, message: `expected as many Timestamps (${Timestamps.length}) as Values (${Values.length})` }]
    }
    const at = Timestamps.findIndex((each) => Number.isNaN(epochMsOf(each)))
    return at === -1
      ? []
      : [{ place: `${place}.Timestamps[${at}]`, message: `expected a time (found "${Timestamps[at]}")` }]
  }
}

/** The time in epoch ms. CloudWatch writes either text or epoch seconds. */
function epochMsOf(time: string | number): number {
  return typeof time === 'number' ? time * 1000 : utcEpochMs(time)
}

function seriesOf({ Label, Timestamps, Values }: Result, query: Query | undefined): CloudwatchSeries[] {
  const stat = query?.MetricStat
  const metric = stat?.Metric.MetricName ?? metricInLabel(Label)
  if (metric === null || !isUsedMetric(metric)) return []
  const values = Timestamps.flatMap((time, index): TimedValue[] => {
    const value = Values[index]
    return value === undefined ? [] : [{ atEpochMs: epochMsOf(time), value }]
  })
  const dimensions = stat === undefined ? dimensionsInLabel(Label) : dimensionsOf(stat.Metric.Dimensions)
  const statistic = stat?.Stat ?? (/\bsum\b/i.test(Label) ? 'Sum' : /\bmaximum\b/i.test(Label) ? 'Maximum' : 'Average')
  return [{ metric, dimensions, values, statistic, periodMs: stat === undefined ? null : stat.Period * 1000 }]
}

function dimensionsOf(list: readonly { readonly Name: string; readonly Value: string }[]): Record<string, string> {
  return Object.fromEntries(list.map(({ Name, Value }) => [Name.toLowerCase(), Value]))
}

/** The first known name of a metric among the words of a label. */
function metricInLabel(label: string): string | null {
  return label.split(/[^A-Za-z]+/).find(isUsedMetric) ?? null
}

/** The dimensions in a label such as "Topic=orders Broker ID=1" or "Topic: orders, Broker ID: 1". */
function dimensionsInLabel(label: string): Record<string, string> {
  const found = label.matchAll(/(Topic|Broker ID|Consumer Group|Cluster Name)\s*[=:]\s*"?([^\s",;]+)/gi)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}

function questionsOf(answers: readonly CloudwatchAnswer[], queries: number, series: number): OpenQuestion[] {
  const partial = answers.some(({ NextToken, MetricDataResults }) => {
    return (NextToken ?? '') !== '' || MetricDataResults.some(({ StatusCode }) => StatusCode !== 'Complete')
  })
  const results = answers.reduce((sum, { MetricDataResults }) => sum + MetricDataResults.length, 0)
  return [
    ...(partial
      ? [
          {
            id: 'partial-cloudwatch',
            text: 'Where are the other pages? The response has a NextToken, or results that are not complete.',
            effect: 'Missing rates count as 0.',
          },
        ]
      : []),
    ...(queries === 0
      ? [
          {
            id: 'cloudwatch-statistic',
            text: 'Was the statistic Average? The response does not say. Give the file of queries too.',
            effect: 'If it was Sum, values are too high by a factor equal to the minutes per period.',
          },
        ]
      : []),
    ...(series < results
      ? [
          {
            id: 'unnamed-cloudwatch',
            text: `What are the ${results - series} results whose label names no known metric?`,
            effect: 'They are not used.',
          },
        ]
      : []),
  ]
}
