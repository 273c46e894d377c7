/**
 * Reads a Prometheus endpoint during a load. Its failures are reported but never stop the run.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import type { PrometheusLogin, RunPlan } from '../../contracts/run-plan.ts'
import type { PrometheusSample, Sample } from '../../contracts/sample.ts'
import { figuresOfReading, hasFigures } from '../../measurement/broker-metrics.ts'
import type { PrometheusReading } from '../../measurement/prometheus-reading.ts'
import { textWithin } from '../../measurement/text-within.ts'
import { parseMetricText } from '../../units/metric-text.ts'
import { passed, warned } from '../preflight/make-check.ts'

/**
 * Interval between two readings. If the previous reading has not ended, one is skipped: an exporter for many partitions may
 * take seconds.
 */
const readIntervalMs = 2_000
const timeoutMs = 4_000

/** Maximum size of a response after decompression. An exporter for ten thousand partitions sends less. */
const maxBytes = 32_000_000

/** Creates a watch of the plan's endpoint without reading it yet. @returns null if the plan has no endpoint */
export function watchPrometheus({ plan, secrets }: { plan: RunPlan; secrets: Secrets }): PrometheusWatch | null {
  const { prometheusUrl, prometheusLogin } = plan
  return prometheusUrl === undefined
    ? null
    : new PrometheusWatch(prometheusUrl, authorizationOf(prometheusLogin, secrets))
}

/**
 * Value of the header Authorization; null without log-in. A missing secret counts as empty, so the endpoint rejects the
 * request and the check reports that.
 */
function authorizationOf(login: PrometheusLogin | undefined, secrets: Secrets): string | null {
  if (login === undefined) return null
  const secret = secrets[login.secret] ?? ''
  if (login.username === undefined) return `Bearer ${secret}`
  return `Basic ${Buffer.from(`${login.username}:${secret}`).toString('base64')}`
}

/** Reads an endpoint at regular intervals and adds the readings to samples. */
export class PrometheusWatch {
  private readonly url: string
  private readonly authorization: string | null
  private previous: PrometheusReading | null = null
  /** The latest reading or error that no sample contains yet. */
  private pending: PrometheusSample | null = null
  private timer: NodeJS.Timeout | undefined
  private isReading = false

  /** @param authorization value of the header Authorization. No message may contain it, because it holds a secret. */
  constructor(url: string, authorization: string | null = null) {
    this.url = url
    this.authorization = authorization
  }

  /** Reads the endpoint once before the load. Warns if it cannot be read or has no metrics of brokers. */
  async check(): Promise<PreflightCheck> {
    try {
      this.previous = await readEndpoint(this.url, this.authorization)
      if (hasFigures(this.previous.metrics)) {
        return passed('prometheus', `${this.previous.metrics.length} metrics, with figures of brokers among them.`)
      }
      return warned(
        'prometheus',
        `${this.url} has ${this.previous.metrics.length} metrics, and none that says what a broker costs.`,
        'Name the endpoint of a JMX exporter, a node exporter or a JVM; docs/result.md lists the metrics that are read.',
      )
    } catch (error) {
      const { message, remedy } = AppError.from(error)
      return warned('prometheus', `${message} The run goes on without it.`, remedy)
    }
  }

  start(): void {
    void this.read()
    this.timer ??= setInterval(() => void this.read(), readIntervalMs)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  /** Adds to a sample the reading that arrived since the previous sample, if there is one. */
  annotate(sample: Sample): Sample {
    const { pending } = this
    this.pending = null
    return pending === null ? sample : { ...sample, prometheus: pending }
  }

  private async read(): Promise<void> {
    if (this.isReading) return
    this.isReading = true
    try {
      const now = await readEndpoint(this.url, this.authorization)
      // Rates need two readings, so the first one gives no figures.
      if (this.previous !== null) this.pending = { figures: figuresOfReading(now, this.previous), error: null }
      this.previous = now
    } catch (error) {
      this.pending = { figures: {}, error: AppError.from(error).message }
    } finally {
      this.isReading = false
    }
  }
}

const checkAddress = 'Check the address with a browser or curl, from the machine that runs the load.'
const giveLogin = 'Give the endpoint a secret: a bearer token, or the password of a user.'

/** @throws AppError CLUSTER_UNREACHABLE if there is no response, an HTTP error, or no metrics in Prometheus' format */
async function readEndpoint(url: string, authorization: string | null): Promise<PrometheusReading> {
  const failed = (why: string, cause?: unknown, remedy = checkAddress) =>
    new AppError('CLUSTER_UNREACHABLE', `${url} could not be read: ${why}.`, { cause, remedy })
  let text: string
  try {
    const headers = { accept: 'text/plain', ...(authorization === null ? {} : { authorization }) }
    // A redirect could send the token to another host.
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { signal, redirect: 'error', headers })
    if (response.status === 401 || response.status === 403) {
      throw failed(`it responded with status ${response.status} and requires a log-in`, undefined, giveLogin)
    }
    if (!response.ok) throw failed(`it responded with status ${response.status}`)
    const read = await textWithin(response.body, maxBytes, signal)
    if (read === null) throw failed(`its response is longer than ${maxBytes / 1_000_000} MB`)
    text = read
  } catch (error) {
    if (error instanceof AppError) throw error
    throw failed(reasonOf(error), error)
  }
  const { samples: metrics, problems } = parseMetricText(text)
  if (metrics.length === 0 || problems.length > metrics.length)
    throw failed('its response is not in Prometheus’ text format')
  return { atMs: performance.now(), metrics }
}

/** The reason of a failed `fetch`, which is in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`
  const { cause } = error
  if (cause instanceof Error) return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
