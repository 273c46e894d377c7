/**
 * Reads the history of Kafka's metrics from a Prometheus server. It first asks which metrics the server has, and then
 * sends one query per metric, in which the server sums over the brokers.
 */
import { AppError } from '../../../contracts/app-error.ts'
import { isPrometheusAnswer } from '../../../observation/prometheus-metrics.ts'
import { type PrometheusQuery, prometheusQueries } from '../../../observation/prometheus-queries.ts'
import type { SourceFile } from '../../../observation/source-reading.ts'
import { readEndpoint } from './read-endpoint.ts'

/** Maximum number of metrics that are queried. A server usually has a few dozen useful ones. */
const maxQueries = 60

/**
 * Returns the responses of the server as one source.
 * @throws AppError CLUSTER_UNREACHABLE; INPUT_INVALID if it is no Prometheus server, or has no metric of Kafka
 */
export async function readPrometheus(url: string, nowEpochMs: number): Promise<SourceFile> {
  const base = url.replace(/\/+$/, '')
  const names = namesOf(await readEndpoint(`${base}/api/v1/label/__name__/values`), url)
  const queries = prometheusQueries(names, nowEpochMs).slice(0, maxQueries)
  if (queries.length === 0) throw noMetrics(url, names.length)
  const answers: string[] = []
  for (const query of queries) {
    const text = await readEndpoint(`${base}/api/v1/query_range?${new URLSearchParams(query.parameters)}`)
    if (!isPrometheusAnswer(text)) throw notPrometheus(url)
    answers.push(namedAnswer(text, query))
  }
  return { name: 'Prometheus', sha256: null, text: `[${answers.join(',')}]` }
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
