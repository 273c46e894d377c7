/**
 * Reads responses of a Jolokia agent to `read` requests, one or a list of them. Rates from counters need two readings at
 * different times. With one reading, the broker's averages of the last minute are used.
 */
import { type JolokiaAnswer, jolokiaAnswer } from '../contracts/jolokia-response.ts'
import type { OpenQuestion } from '../contracts/observation.ts'
import { checkedList, jsonOf, listOf, propertyOf } from './json-source.ts'
import { type MetricSeries, metricFacts } from './metric-facts.ts'
import type { TimedValue } from './metric-series.ts'
import { builtFromDocumentation, type ReadingOutcome, refused, type SourceFile } from './source-reading.ts'

/** True for a response of Jolokia, or a list of them. */
export function isJolokiaAnswer(text: string): boolean {
  const [first] = listOf(jsonOf(text))
  return propertyOf(propertyOf(first, 'request'), 'mbean') !== undefined
}

/** The facts of the responses, or all of their problems. */
export function readJolokiaAnswer({ name, sha256, text }: SourceFile): ReadingOutcome {
  const { values, problems } = checkedList(jolokiaAnswer, listOf(jsonOf(text)), name)
  if (problems.length > 0) return refused(name, problems)
  const series = seriesOf(values)
  const hasTwoReadings = series.some(({ name: own, values: points }) => own.endsWith('_count') && points.length > 1)
  // With two readings of the counters, the broker's moving averages add nothing.
  const usedSeries = series.filter(
    ({ name: own }) => !(hasTwoReadings ? own.endsWith('_oneminuterate') : own.endsWith('_count')),
  )
  const { facts } = metricFacts(usedSeries)
  if (facts.length === 0) {
    return refused(name, [{ place: name, message: 'none of its MBeans is a metric of Kafka that Headroom uses' }])
  }
  const notes = [
    builtFromDocumentation,
    hasTwoReadings
      ? 'Rates are differences of counters between the readings.'
      : 'It has only one reading, so rates are the broker\u2019s moving averages of the last minute.',
  ]
  const spanned = facts.map((fact) => (hasTwoReadings ? fact : { ...fact, relativeError: 0.2 }))
  const source = { kind: 'jolokia', label: name, sha256, span: facts[0]?.span ?? null, notes } as const
  return { reading: { source, facts: spanned, questions: refusedReads(values) }, problems: [] }
}

/** One series per attribute of each MBean and broker. */
function seriesOf(answers: readonly JolokiaAnswer[]): MetricSeries[] {
  const series = new Map<string, { name: string; labels: Record<string, string>; values: TimedValue[] }>()
  for (const { request, value, timestamp, status } of answers) {
    if (status !== 200 || value === undefined) continue
    for (const [mbean, attributes] of beansOf(request.mbean, value)) {
      for (const [attribute, number] of Object.entries(attributes)) {
        const named = metricOf(mbean, attribute)
        if (named === null || typeof number !== 'number' || !Number.isFinite(number)) continue
        const at = { atEpochMs: timestamp * 1000, value: number }
        // The same attribute twice at one time belongs to two brokers. Their order is assumed to be the same in each reading.
        let broker = 0
        while (series.get(keyOf(named, broker))?.values.some(({ atEpochMs }) => isSameReading(atEpochMs, at.atEpochMs)))
          broker += 1
        const key = keyOf(named, broker)
        const collected = series.get(key) ?? { ...named, values: [] }
        series.set(key, collected)
        collected.values.push(at)
      }
    }
  }
  return [...series.values()]
}

function keyOf(named: object, broker: number): string {
  return JSON.stringify([named, broker])
}

/** Responses this close in time belong to one reading of several brokers. A rule of thumb. */
const maxReadingMs = 2000

function isSameReading(oneEpochMs: number, otherEpochMs: number): boolean {
  return Math.abs(oneEpochMs - otherEpochMs) < maxReadingMs
}

type Attributes = Readonly<Record<string, unknown>>

/** The MBeans of a response. Reading a pattern returns MBeans by name; reading a single MBean returns its attributes. */
function beansOf(mbean: string, value: Attributes | number): readonly (readonly [string, Attributes])[] {
  if (typeof value === 'number') return [[mbean, { Value: value }]]
  const isPattern = Object.values(value).every((each) => typeof each === 'object' && each !== null)
  if (!isPattern) return [[mbean, value]]
  return Object.entries(value).map(([name, attributes]) => [name, Object.fromEntries(Object.entries(attributes ?? {}))])
}

/**
 * Name and labels as a Prometheus exporter would write them: attribute `Count` of
 * `kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=orders` becomes
 * `kafka_server_brokertopicmetrics_bytesinpersec_count` with the label `topic`. Null for an unreadable MBean name.
 */
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
    return [{ id: 'refused-mbean', text, effect: 'Its figures are unknown.' }]
  })
}
