/**
 * The form of an observation, and the requests that it results in. Pure.
 */
import { tierOf } from '../../../capacity/limit-set.ts'
import type { CallInput } from '../../../contracts/ipc-contract.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { check } from '../../../contracts/parse.ts'
import { prometheusUrl } from '../../../contracts/run-plan.ts'
import type { Deployment } from '../../../contracts/scenario.ts'
import type { ClientFamily } from '../../../contracts/workload.ts'

/** The fields as typed. */
export interface ObserveForm {
  /** Paths of the chosen or dropped files. */
  readonly paths: readonly string[]
  /** Pasted rows of a spreadsheet, or a pasted export of metrics. */
  readonly pasted: string
  readonly prometheusUrl: string
  /** Addresses of Jolokia agents, separated by spaces or commas. */
  readonly jolokiaUrls: string
  /** Name of the observation. Empty means the name of the first source. */
  readonly name: string
}

export const emptyObserveForm: ObserveForm = { paths: [], pasted: '', prometheusUrl: '', jolokiaUrls: '', name: '' }

/** The form as it is stored for a reload: without pasted rows, which may be large. */
export function withoutPasted(form: ObserveForm): ObserveForm {
  return { ...form, pasted: '' }
}

/** A sentence for each field with a problem. */
export type ObserveProblems = Partial<Record<keyof ObserveForm, string>>

/** The request that makes an observation. */
export type ObserveInput = CallInput<'observations.make'>

/**
 * Parses the form: the request, which is null if no source is chosen, or the problem of each invalid field.
 * @param readingId a stored reading of a cluster that is a source too
 */
export function readObserveForm(
  form: ObserveForm,
  readingId?: string,
):
  | { readonly ok: true; readonly request: ObserveInput | null }
  | { readonly ok: false; readonly problems: ObserveProblems } {
  const server = form.prometheusUrl.trim()
  const agents = form.jolokiaUrls.split(/[\s,]+/).filter(Boolean)
  const problems = {
    ...(server === '' || check(prometheusUrl, server).ok ? {} : { prometheusUrl: addressProblem }),
    ...(agents.every((url) => check(prometheusUrl, url).ok) ? {} : { jolokiaUrls: addressProblem }),
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const [pasted, name] = [form.pasted.trim(), form.name.trim()]
  const hasSource = [form.paths.length, pasted.length, server.length, agents.length].some((length) => length > 0)
  if (!hasSource && readingId === undefined) return { ok: true, request: null }
  return {
    ok: true,
    request: {
      paths: [...form.paths],
      ...(pasted === '' ? {} : { pastedText: form.pasted }),
      ...(server === '' ? {} : { prometheusUrl: server }),
      ...(agents.length === 0 ? {} : { jolokiaUrls: agents }),
      ...(readingId === undefined ? {} : { readingId }),
      ...(name === '' ? {} : { name }),
    },
  }
}

const addressProblem = 'Needs an address like http://host:port, without user and password.'

/** The deployment of the cluster as typed. If `offering` is empty, a source states it, or it is unknown. */
export interface DeploymentForm {
  readonly offering: string
  /** Empty means the first tier of the offering. */
  readonly tier: string
  readonly size: string
  /** Library of the clients. Null: Java's is assumed, and the answer asks for it if another one would change the answer. */
  readonly clientFamily: ClientFamily | null
}

export const emptyDeploymentForm: DeploymentForm = { offering: '', tier: '', size: '', clientFamily: null }

/** The deployment of a valid form (undefined if none is chosen), or the problem of its size. */
export type DeploymentReading =
  | { readonly ok: true; readonly deployment: Deployment | undefined }
  | { readonly ok: false; readonly problem: string }

/** Parses the deployment. An empty size counts as 1. */
export function readDeploymentForm(form: DeploymentForm, offerings: readonly Offering[]): DeploymentReading {
  const offering = offerings.find(({ id }) => id === form.offering)
  if (offering === undefined) return { ok: true, deployment: undefined }
  const text = form.size.trim() === '' ? '1' : form.size.trim()
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1) {
    return { ok: false, problem: `“${text}” is not a number of ${offering.unitName.plural}. Write it like 2.` }
  }
  const tier = form.tier === '' ? tierOf(offering, {}) : form.tier
  return {
    ok: true,
    deployment: { offering: offering.id, size: Number(text), ...(tier === undefined ? {} : { tier }) },
  }
}
