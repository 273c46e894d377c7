/**
 * Answers of a Jolokia agent to `read` requests, one or a list of them. Counters need two looks at different times; of one
 * look only the mean of the last minute is left.
 */

import { type JolokiaAnswer, jolokiaAnswer } from '../contracts/jolokia-answer.ts'
import type { OpenQuestion } from '../contracts/observation.ts'
import { checkedList, jsonOf, listOf, propertyOf } from './json-source.ts'
import { type MetricSeries, metricFacts } from './metric-facts.ts'
import type { TimedValue } from './metric-series.ts'
import { builtFromDocumentation, type ReadingOutcome, refused, type SourceFile } from './source-reading.ts'

/** True for an answer of Jolokia, or a list of them. */
export function isJolokiaAnswer(text: string): boolean {
  const [first] = listOf(jsonOf(text))
  return propertyOf(propertyOf(first, 'request'), 'mbean') !== undefined
}

/** What the answers say, or every problem. */
export function readJolokiaAnswer({ name, sha256, text }: SourceFile): ReadingOutcome {
  const { values, problems } = checkedList(jolokiaAnswer, listOf(jsonOf(text)), name)
  if (problems.length > 0) return refused(name, problems)
  const series = seriesOf(values)
  const hasTwoLooks = series.some(({ name: own, values: points }) => own.endsWith('_count') && points.length > 1)
  // With two looks at counters, slow averages say nothing new.
  const used = series.filter(
    ({ name: own }) => !(hasTwoLooks ? own.endsWith('_oneminuterate') : own.endsWith('_count')),
  )
  const { facts } = metricFacts(used)
  if (facts.length === 0) {
    return refused(name, [{ place: name, message: 'none of its MBeans is one of Kafka that can be read here' }])
  }
  const notes = [
    builtFromDocumentation,
    hasTwoLooks
      ? 'Rates are differences of counters between the first look and the last.'
      : 'It has one look, so rates are the slow averages that the broker keeps of the last minute.',
  ]
  const spanned = facts.map((fact) => (hasTwoLooks ? fact : { ...fact, relativeError: 0.2 }))
  const source = { kind: 'jolokia', label: name, sha256, span: facts[0]?.span ?? null, notes } as const
  return { reading: { source, facts: spanned, questions: refusedReads(values) }, problems: [] }
}

/** One series for each attribute of each MBean, by the order of its properties. */
function seriesOf(answers: readonly JolokiaAnswer[]): MetricSeries[] {
  const series = new Map<string, { name: string; labels: Record<string, string>; values: TimedValue[] }>()
  for (const { request, value, timestamp, status } of answers) {
    if (status !== 200 || value === undefined) continue
    for (const [mbean, attributes] of beansOf(request.mbean, value)) {
      for (const [attribute, number] of Object.entries(attributes)) {
        const named = metricOf(mbean, attribute)
        if (named === null || typeof number !== 'number' || !Number.isFinite(number)) continue
        const at = { atEpochMs: timestamp * 1000, value: number }
        // The same attribute twice at one time is of two brokers, whose looks are in the same order each time.
        let broker = 0
        while (series.get(keyOf(named, broker))?.values.some(({ atEpochMs }) => isSameLook(atEpochMs, at.atEpochMs)))
          broker += 1
        const key = keyOf(named, broker)
        const known = series.get(key) ?? { ...named, values: [] }
        series.set(key, known)
        known.values.push(at)
      }
    }
  }
  return [...series.values()]
}

function keyOf(named: object, broker: number): string {
  return JSON.stringify([named, broker])
}

/** Looks this near to each other are one look at several brokers. */
function isSameLook(oneEpochMs: number, otherEpochMs: number): boolean {
  return Math.abs(oneEpochMs - otherEpochMs) < 2000
}

type Attributes = Readonly<Record<string, unknown>>

/** A read of a pattern has its MBeans by name; one of a single MBean has its attributes. */
function beansOf(mbean: string, value: Attributes | number): readonly (readonly [string, Attributes])[] {
  if (typeof value === 'number') return [[mbean, { Value: value }]]
  const isPattern = Object.values(value).every((each) => typeof each === 'object' && each !== null)
  if (!isPattern) return [[mbean, value]]
  return Object.entries(value).map(([name, attributes]) => [name, Object.fromEntries(Object.entries(attributes ?? {}))])
}

/** `kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=orders` and `Count` as an exporter would name them. */
function metricOf(mbean: string, attribute: string): { name: string; labels: Record<string, string> } | null {
  const [, domain, list] = /^([^:]+):(.+)$/.exec(mbean) ?? []
  if (domain === undefined || list === undefined) return null
  const properties = Object.fromEntries(
    list.split(',').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 1 ? [] : [[part.slice(0, at), part.slice(at + 1)] as const]
    }),
  )
  const { type = '', name = '', ...labels } = properties
  const words = [domain, type, name, attribute].filter((word) => word !== '')
  return { name: words.join('_').replaceAll(/[.-]/g, '_').toLowerCase(), labels }
}

function refusedReads(answers: readonly JolokiaAnswer[]): OpenQuestion[] {
  return answers.flatMap(({ request, status, error }) => {
    if (status === 200) return []
    const text = `Jolokia refused ${request.mbean}: status ${status}${error === undefined ? '' : `, ${error.slice(0, 300)}`}.`
    return [{ id: 'refused-mbean', text, effect: 'Its figures are not known.' }]
  })
}
