/**
 * Reads the history of Kafka's metrics from a Prometheus server. It first asks which metrics the server has, and then
 * sends one query per metric, in which the server sums over the brokers.
 */
import { AppError } from '../../../contracts/app-error.ts'
import { prometheusAnswer } from '../../../contracts/prometheus-response.ts'
import { type ClusterChoice, choiceText, clusterChoiceOf } from '../../../observation/cluster-labels.ts'
import type { Labels } from '../../../observation/metric-names.ts'
import { isPrometheusAnswer } from '../../../observation/prometheus-metrics.ts'
import { clustersQuery, type PrometheusQuery, prometheusQueries } from '../../../observation/prometheus-queries.ts'
import type { SourceFile } from '../../../observation/source-reading.ts'
import { readEndpoint } from './read-endpoint.ts'

/** Maximum number of metrics that are queried. A server usually has a few dozen useful ones. */
const maxQueries = 60

/**
 * Returns the responses of the server as one source. The parameters of its address, such as `?cluster=prod`, are labels that
 * all series must have; each value is a regular expression for the whole value.
 * @throws AppError CLUSTER_UNREACHABLE; INPUT_INVALID if it is no Prometheus server, has no metric of Kafka, or has those
 *   of several clusters
 */
export async function readPrometheus(url: string, nowEpochMs: number): Promise<SourceFile> {
  const { base, queries } = await findMetrics(url, nowEpochMs)
  const answers: string[] = []
  for (const query of queries) {
    const text = await readEndpoint(`${base}/api/v1/query_range?${new URLSearchParams(query.parameters)}`)
    if (!isPrometheusAnswer(text)) throw notPrometheus(url)
    answers.push(namedAnswer(text, query))
  }
  return { name: 'Prometheus', sha256: null, text: `[${answers.join(',')}]` }
}

/** The queries to send, and the address without parameters. @throws AppError as `readPrometheus` */
export async function findMetrics(
  url: string,
  nowEpochMs: number,
): Promise<{ readonly base: string; readonly queries: readonly PrometheusQuery[] }> {
  const { base, labels } = addressOf(url)
  const matchers = [...labels].map(([label, value]) => `${label}=~${JSON.stringify(value)}`)
  const names = namesOf(await readEndpoint(`${base}/api/v1/label/__name__/values`), url)
  const queries = prometheusQueries(names, nowEpochMs, matchers).slice(0, maxQueries)
  if (queries.length === 0) throw noMetrics(url, names.length)
  const parameters = new URLSearchParams({ query: clustersQuery(queries, matchers), time: String(nowEpochMs / 1000) })
  const clusters = await readEndpoint(`${base}/api/v1/query?${parameters}`)
  if (!isPrometheusAnswer(clusters)) throw notPrometheus(url)
  const choice = clusterChoiceOf(countedSeries(clusters), new Set(labels.keys()))
  if (choice !== null) throw severalClusters(url, choice)
  return { base, queries }
}

/** The address without its parameters, and the labels that its parameters state. @throws AppError INPUT_INVALID */
function addressOf(url: string): { readonly base: string; readonly labels: ReadonlyMap<string, string> } {
  const { origin, pathname, searchParams } = new URL(url)
  for (const label of searchParams.keys()) {
    if (/^[A-Za-z_]\w*$/.test(label)) continue
    throw new AppError('INPUT_INVALID', `${url} has a parameter that is no label of Prometheus: "${label}".`, {
      remedy: 'Give labels of the metrics, like http://prometheus:9090?cluster=prod.',
    })
  }
  return { base: `${origin}${pathname}`.replace(/\/+$/, ''), labels: new Map(searchParams) }
}

/** The series of an answer, with their labels. */
function countedSeries(text: string): { readonly name: string; readonly labels: Labels }[] {
  const answer = prometheusAnswer.safeParse(JSON.parse(text))
  if (!answer.success) return []
  return answer.data.data.result.map(({ metric }) => ({ name: metric.__name__ ?? '', labels: metric }))
}

function namesOf(text: string, url: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notPrometheus(url)
  }
  const data: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'data') : null
  if (!Array.isArray(data)) throw notPrometheus(url)
  return data.filter((name) => typeof name === 'string')
}

/** Adds the name of the metric to the series of a sum, which Prometheus returns without a name. */
function namedAnswer(text: string, { name }: PrometheusQuery): string {
  return text.replaceAll(/"metric"\s*:\s*\{(\s*)(\}?)/g, (_, space: string, end: string) => {
    return `"metric":{"__name__":${JSON.stringify(name)}${end === '' ? ',' : ''}${space}${end}`
  })
}

function severalClusters(url: string, choice: ClusterChoice): AppError {
  const [value = 'NAME'] = choice.values
  const example = new URL(url)
  example.searchParams.set(choice.label, value)
  return new AppError('INPUT_INVALID', `${url} collects from more than one cluster: ${choiceText(choice)}.`, {
    remedy: `Choose one in the address: ${example.href} (several values of one cluster: ${choice.label}=a|b).`,
  })
}

function notPrometheus(url: string): AppError {
  return new AppError('INPUT_INVALID', `${url} does not answer like a Prometheus server.`, {
    remedy: 'Give the address of the server, like http://prometheus:9090, and not that of an exporter.',
  })
}

function noMetrics(url: string, names: number): AppError {
  return new AppError('INPUT_INVALID', `${url} has ${names} metrics, and none of Kafka that can be read here.`, {
    remedy: 'Give the server that collects from the JMX exporters of the brokers, from kminion or from kafka_exporter.',
  })
}
