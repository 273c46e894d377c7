/**
 * Reads a Prometheus endpoint beside a load. What goes wrong there is told and stops nothing.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import type { PrometheusLogin, RunPlan } from '../../contracts/run-plan.ts'
import type { PrometheusSample, Sample } from '../../contracts/sample.ts'
import {
  figuresOfReading,
  hasFigures,
  type PrometheusReading,
  parseExposition,
} from '../../measurement/prometheus-text.ts'
import { passed, warned } from '../preflight/make-check.ts'

/** Never two readings at a time: an exporter of many partitions may take seconds. */
const readEveryMs = 2_000
const timeoutMs = 4_000

/** An exporter of ten thousand partitions writes less. */
const mostBytes = 32_000_000

/** The endpoint of a plan, not read yet; null where it names none. */
export function watchPrometheus({ plan, secrets }: { plan: RunPlan; secrets: Secrets }): PrometheusWatch | null {
  const { prometheusUrl, prometheusLogin } = plan
  return prometheusUrl === undefined
    ? null
    : new PrometheusWatch(prometheusUrl, authorizationOf(prometheusLogin, secrets))
}

/** The value of the header; null without log-in. A secret that was not sent is an empty one: the endpoint will say so. */
function authorizationOf(login: PrometheusLogin | undefined, secrets: Secrets): string | null {
  if (login === undefined) return null
  const secret = secrets[login.secret] ?? ''
  if (login.username === undefined) return `Bearer ${secret}`
  return `Basic ${Buffer.from(`${login.username}:${secret}`).toString('base64')}`
}

/** Reads an endpoint while samples come. */
export class PrometheusWatch {
  private readonly url: string
  private readonly authorization: string | null
  private before: PrometheusReading | null = null
  private pending: PrometheusSample | null = null
  private timer: NodeJS.Timeout | undefined
  private isReading = false

  /** @param authorization value of the header of that name; it never stands in what is told */
  constructor(url: string, authorization: string | null = null) {
    this.url = url
    this.authorization = authorization
  }

  /** One reading before the load: whether there is anything to read. */
  async check(): Promise<PreflightCheck> {
    try {
      this.before = await readEndpoint(this.url, this.authorization)
      if (hasFigures(this.before.metrics)) {
        return passed('prometheus', `${this.before.metrics.length} metrics, with figures of brokers among them.`)
      }
      return warned(
        'prometheus',
        `${this.url} has ${this.before.metrics.length} metrics, and none that says what a broker costs.`,
        'Name the endpoint of a JMX exporter, a node exporter or a JVM; docs/result.md lists the metrics that are read.',
      )
    } catch (error) {
      const { message, remedy } = AppError.from(error)
      return warned('prometheus', `${message} The run goes on without it.`, remedy)
    }
  }

  start(): void {
    void this.read()
    this.timer ??= setInterval(() => void this.read(), readEveryMs)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  /** The sample with the reading that came since the one before, if one did. */
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
      // Rates need two readings: the first is none that counts.
      if (this.before !== null) this.pending = { figures: figuresOfReading(now, this.before), error: null }
      this.before = now
    } catch (error) {
      this.pending = { figures: {}, error: AppError.from(error).message }
    } finally {
      this.isReading = false
    }
  }
}

const checkAddress = 'Check the address with a browser or curl, from the machine that runs the load.'
const giveLogin =
  'Name its secret: --prometheus-secret NAME, a token, or with --prometheus-user USER a password (window: below the endpoint).'

/** @throws AppError CLUSTER_UNREACHABLE in one sentence: no answer, an error, or no text of metrics */
async function readEndpoint(url: string, authorization: string | null): Promise<PrometheusReading> {
  const failed = (why: string, cause?: unknown, remedy = checkAddress) =>
    new AppError('CLUSTER_UNREACHABLE', `${url} could not be read: ${why}.`, { cause, remedy })
  let text: string
  try {
    const headers = { accept: 'text/plain', ...(authorization === null ? {} : { authorization }) }
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers })
    if (response.status === 401 || response.status === 403) {
      throw failed(`it answered with status ${response.status}, it wants a log-in`, undefined, giveLogin)
    }
    if (!response.ok) throw failed(`it answered with status ${response.status}`)
    if (Number(response.headers.get('content-length') ?? 0) > mostBytes) throw failed('its answer is too long')
    text = await response.text()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw failed(reasonOf(error), error)
  }
  const { metrics, unreadableLines } = parseExposition(text)
  if (metrics.length === 0 || unreadableLines > metrics.length)
    throw failed('its answer is not in Prometheus’ text format')
  return { atMs: performance.now(), metrics }
}

/** `fetch` hides the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { cause } = error
  if (cause instanceof Error) return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
