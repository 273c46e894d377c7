/**
 * The form of a published benchmark, and the campaign request that it results in. Pure.
 */
import { AppError } from '../../../contracts/app-error.ts'
import type { BenchmarkProfile } from '../../../contracts/benchmark.ts'
import type { Campaign } from '../../../contracts/campaign.ts'
import type { CampaignRequest } from '../../../contracts/campaign-record.ts'
import { benchmarkCampaign } from '../../../planning/benchmark-campaign.ts'
import { type FormProblems, type RequestForm, readRequestForm } from '../validation/request-form.ts'

/** The fields of a benchmark as typed. The target has a form of its own, the one of a validation. */
export interface BenchmarkForm {
  /** `id` of the benchmark; null if the user chose none. See `chosenBenchmark`. */
  readonly benchmarkId: string | null
  readonly profile: BenchmarkProfile
  /** Ids of the chosen rows; null for the rows of the profile. */
  readonly cases: readonly string[] | null
  /** Size of the cluster. Empty means the published size. */
  readonly size: string
  /** Values of the axis of a curve, separated by commas. Empty means the published ones. */
  readonly axisValues: string
}

/** The initial form. Its profile is the smoke one: in minutes it shows whether the hours of the full one are worth it. */
export const emptyBenchmarkForm: BenchmarkForm = {
  benchmarkId: null,
  profile: 'smoke',
  cases: null,
  size: '',
  axisValues: '',
}

/** A sentence for each field with a problem. */
export interface BenchmarkProblems {
  readonly size?: string
  readonly axisValues?: string
  readonly cases?: string
  readonly target: FormProblems
}

/** The request of a valid form, or its problems. */
export type BenchmarkReading =
  | { readonly ok: true; readonly request: CampaignRequest }
  | { readonly ok: false; readonly problems: BenchmarkProblems }

/** The chosen benchmark. If none was chosen: the first on the scenario's offering, or else the first of all. */
export function chosenBenchmark(
  benchmarks: readonly Campaign[],
  { benchmarkId }: Pick<BenchmarkForm, 'benchmarkId'>,
  offering: string,
): Campaign | undefined {
  return (
    benchmarks.find(({ benchmark }) => benchmark?.id === benchmarkId) ??
    benchmarks.find(({ scenario }) => scenario.deployment.offering === offering) ??
    benchmarks[0]
  )
}

/** Parses the form: the request, or the problem of each invalid field. */
export function readBenchmarkForm(benchmark: Campaign, form: BenchmarkForm, targetForm: RequestForm): BenchmarkReading {
  const target = readRequestForm(targetForm, benchmark.scenario)
  const size = readSize(benchmark, form)
  const axisValues = readAxisValues(benchmark, form)
  const cases = form.cases?.length === 0 ? 'Choose at least one row.' : undefined
  if (!target.ok || typeof size === 'string' || typeof axisValues === 'string' || cases !== undefined) {
    const problems = {
      ...(typeof size === 'string' ? { size } : {}),
      ...(typeof axisValues === 'string' ? { axisValues } : {}),
      ...(cases === undefined ? {} : { cases }),
      target: target.ok ? {} : target.problems,
    }
    return { ok: false, problems }
  }
  const { scale, durationMs, quotaWindowSeconds, prometheusUrl, prometheusLogin } = target.request
  try {
    const campaign = benchmarkCampaign(benchmark, {
      profile: form.profile,
      isOnCluster: target.request.target.kind === 'connection',
      ...(form.cases === null || axisValues !== null ? {} : { cases: form.cases }),
      ...(size === null ? {} : { size }),
      ...(axisValues === null ? {} : { axisValues }),
    })
    const details = {
      ...(scale === undefined ? {} : { scale }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(quotaWindowSeconds === undefined ? {} : { quotaWindowSeconds }),
      ...(prometheusUrl === undefined ? {} : { prometheusUrl }),
      ...(prometheusLogin === undefined ? {} : { prometheusLogin }),
    }
    return { ok: true, request: { campaign, target: target.request.target, ...details } }
  } catch (error) {
    return { ok: false, problems: { cases: AppError.from(error).message, target: {} } }
  }
}

/** Ids of the rows to run: the chosen ones, or those of the profile if none were chosen. */
export function chosenCases(benchmark: Campaign, form: BenchmarkForm, isOnCluster: boolean): readonly string[] {
  if (form.cases !== null) return form.cases
  const { method } = benchmarkCampaign(benchmark, { profile: form.profile, isOnCluster })
  return method.kind === 'cases' ? method.cases.map(({ id }) => id) : []
}

/** The typed size; null for the published one; a text is the problem of the field. */
function readSize({ benchmark }: Campaign, { size }: BenchmarkForm): number | null | string {
  const text = size.trim()
  if (benchmark?.size === undefined || text === '') return null
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 ? value : `“${text}” is not a whole number. Write it like 2.`
}

/** The typed values of the axis; null for the published ones; a text is the problem of the field. */
function readAxisValues({ benchmark }: Campaign, { axisValues }: BenchmarkForm): readonly number[] | null | string {
  const text = axisValues.trim()
  if (benchmark?.axisOption === undefined || text === '') return null
  const values = text.split(',').map((entry) => Number(entry.trim()))
  if (values.every((value) => Number.isInteger(value) && value >= 1)) return [...new Set(values)]
  return `“${text}” is not a list of whole numbers. Write it like 3, 12, 100.`
}
