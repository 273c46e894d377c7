/**
 * The fields of the validation form, and the request that is made of them. All problems are collected, by field.
 */

import type { KnownAgent } from '../../../contracts/agent.ts'
import { type Connection, connection as connectionSchema } from '../../../contracts/connection.ts'
import type { OpenedConnection } from '../../../contracts/connection-source.ts'
import { check } from '../../../contracts/parse.ts'
import { runQuotaFactor, runScale } from '../../../contracts/run-bounds.ts'
import { prometheusLogin, prometheusUrl } from '../../../contracts/run-plan.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { ValidationRequest } from '../../../contracts/validation-request.ts'
import { parseDuration } from '../../../units/duration.ts'

/** The kinds of cluster on which a run can be made. */
export type TargetKind = ValidationRequest['target']['kind']

/**
 * The fields as typed. Empty means the scenario's value. If the scenario has none, the run uses a default or determines
 * one with a trial.
 */
export interface RequestForm {
  readonly target: TargetKind
  readonly scale: string
  readonly duration: string
  readonly quotaWindow: string
  readonly quotaFactor: string
  readonly prometheusUrl: string
  readonly prometheusUser: string
  /** Only the name: the workbench finds the secret by it, for example in the environment. */
  readonly prometheusSecretName: string
  readonly usesExistingTopics: boolean
  /** Addresses of the agents that run the load; empty for this computer. */
  readonly agents: readonly string[]
  /** True if the run goes on with the other agents after one is lost. */
  readonly continuesWithoutLostAgent: boolean
  /** A connection that the workbench knows (opened, pasted or kept); null if the fields below are used. */
  readonly opened: OpenedConnection | null
  readonly bootstrapServers: string
  readonly usesTls: boolean
  readonly mechanism: 'none' | 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'
  readonly username: string
  /** The typed password. It is cleared when the connection is used; then only the workbench has it. */
  readonly password: string
}

/** The initial form: an embedded cluster, and the scenario's values. */
export const emptyRequestForm: RequestForm = {
  target: 'embedded',
  scale: '',
  duration: '',
  quotaWindow: '',
  quotaFactor: '',
  prometheusUrl: '',
  prometheusUser: '',
  prometheusSecretName: '',
  usesExistingTopics: false,
  agents: [],
  continuesWithoutLostAgent: false,
  opened: null,
  bootstrapServers: '',
  usesTls: true,
  mechanism: 'none',
  username: '',
  password: '',
}

/** The form without the password, which must not be stored. */
export function withoutPassword(form: RequestForm): RequestForm {
  return { ...form, password: '' }
}

/** The form without agents that were removed after they were chosen. They would stay chosen, although no longer shown. */
export function withKnownAgents(form: RequestForm, agents: readonly Pick<KnownAgent, 'address'>[]): RequestForm {
  const known = new Set(agents.map(({ address }) => address))
  return form.agents.every((address) => known.has(address))
    ? form
    : { ...form, agents: form.agents.filter((address) => known.has(address)) }
}

/** The problem of each invalid field, as a sentence. */
export type FormProblems = Partial<Record<keyof RequestForm, string>>

/** Parses the form: the request, or the problem of each invalid field. */
export function readRequestForm(
  form: RequestForm,
  scenario: Scenario,
):
  | { readonly ok: true; readonly request: ValidationRequest }
  | { readonly ok: false; readonly problems: FormProblems } {
  const problems: FormProblems = {}
  const isEmbedded = form.target !== 'connection'
  const hasQuotas = form.target === 'embedded' || form.target === 'embedded:kafka'
  const scale = isEmbedded ? readFactor(form, 'scale', problems) : undefined
  const durationMs = readDuration(form, 'duration', problems)
  const windowMs = hasQuotas ? readDuration(form, 'quotaWindow', problems) : undefined
  const quotaFactor = hasQuotas ? readFactor(form, 'quotaFactor', problems) : undefined
  if (windowMs !== undefined && windowMs % 1000 !== 0) problems.quotaWindow = 'Needs whole seconds, like 11 s.'
  const endpoint = readPrometheus(form, problems)
  const target = form.target === 'connection' ? readConnection(form, problems) : { kind: form.target }
  if (target === null || Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    request: {
      scenario,
      target,
      ...(scale === undefined ? {} : { scale }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(quotaFactor === undefined ? {} : { quotaFactor }),
      ...(windowMs === undefined ? {} : { quotaWindowSeconds: windowMs / 1000 }),
      ...(form.target === 'connection' && form.usesExistingTopics ? { usesExistingTopics: true } : {}),
      ...endpoint,
      ...(form.target === 'connection' && form.agents.length > 0 ? { agents: agentsOf(form) } : {}),
    },
  }
}

function agentsOf({ agents, continuesWithoutLostAgent }: RequestForm): NonNullable<ValidationRequest['agents']> {
  return { addresses: [...agents], onLostAgent: continuesWithoutLostAgent ? 'go-on' : 'stop' }
}

type PrometheusEndpoint = Pick<ValidationRequest, 'prometheusUrl' | 'prometheusLogin'>

/** The Prometheus endpoint; empty if there is none, or if a field is invalid and was added to `problems`. */
function readPrometheus(form: RequestForm, problems: FormProblems): PrometheusEndpoint {
  const text = form.prometheusUrl.trim()
  if (text === '' || form.target !== 'connection') return {}
  const outcome = check(prometheusUrl, text)
  if (!outcome.ok) {
    problems.prometheusUrl = 'Needs an address like http://broker:9404/metrics, without user and password.'
    return {}
  }
  const [username, secret] = [form.prometheusUser.trim(), form.prometheusSecretName.trim()]
  if (username === '' && secret === '') return { prometheusUrl: outcome.value }
  const login = check(prometheusLogin, { secret, ...(username === '' ? {} : { username }) })
  if (login.ok) return { prometheusUrl: outcome.value, prometheusLogin: login.value }
  for (const { place } of login.problems) {
    if (place.endsWith('username')) problems.prometheusUser = 'Needs the name of a user, without a colon.'
    else problems.prometheusSecretName = secretProblem
  }
  return {}
}

const secretProblem = 'Needs the name of the secret: letters, digits, dots, dashes, underscores, slashes.'

/** Parses a factor such as 0.1 or 10 %. Undefined if the field is empty, or if it is invalid and was added to `problems`. */
function readFactor(form: RequestForm, field: 'scale' | 'quotaFactor', problems: FormProblems): number | undefined {
  const text = form[field].trim()
  if (text === '') return undefined
  const match = /^(\d+(?:\.\d*)?|\.\d+)\s*(%?)$/.exec(text)
  const value = match === null ? Number.NaN : Number(match[1]) / (match[2] === '%' ? 100 : 1)
  if (!Number.isFinite(value) || value <= 0) {
    problems[field] = `“${text}” is not a factor. Write it like 0.1 or 10 %.`
    return undefined
  }
  const outcome = check(field === 'scale' ? runScale : runQuotaFactor, value)
  if (outcome.ok) return outcome.value
  problems[field] = `“${text}” is out of range: ${outcome.problems[0]?.message ?? 'no such factor'}.`
  return undefined
}

/** Parses a duration to ms. Undefined if the field is empty, or if it is invalid and was added to `problems`. */
function readDuration(
  form: RequestForm,
  field: 'duration' | 'quotaWindow',
  problems: FormProblems,
): number | undefined {
  if (form[field].trim() === '') return undefined
  const reading = parseDuration(form[field])
  if (!reading.ok) problems[field] = reading.problem
  else if (reading.value <= 0) problems[field] = 'Needs more than 0 s.'
  else return reading.value
  return undefined
}

/** The name under which the workbench keeps the typed password among a connection's secrets. */
export const typedPasswordSecretName = 'sasl.password'

/** Maximum length of a connection's name, in characters. The addresses of many brokers together are longer. */
const maxNameLength = 200

/** Parses the typed connection fields: the connection, or the problem of each invalid field. */
export function typedConnection(
  form: RequestForm,
): { readonly ok: true; readonly connection: Connection } | { readonly ok: false; readonly problems: FormProblems } {
  const { mechanism, username } = form
  const outcome = check(connectionSchema, {
    kind: 'headroom.connection',
    schemaVersion: 1,
    name: nameOf(form),
    bootstrapServers: form.bootstrapServers.split(/[\s,]+/).filter(Boolean),
    ...(form.usesTls ? { tls: {} } : {}),
    ...(mechanism === 'none' ? {} : { sasl: { mechanism, username, passwordSecret: typedPasswordSecretName } }),
  })
  if (outcome.ok) return { ok: true, connection: outcome.value }
  const problems: FormProblems = {}
  for (const { place, message } of outcome.problems) {
    if (place === 'bootstrapServers' && form.bootstrapServers.trim() !== '') problems.bootstrapServers = `${message}.`
    else if (place.startsWith('bootstrapServers')) problems.bootstrapServers = 'Needs host:port of one or more brokers.'
    else if (place.endsWith('username')) problems.username = 'Needs the name of the user.'
    else problems.bootstrapServers = `${place}: ${message}.`
  }
  return { ok: false, problems }
}

/** The name of a typed connection: its brokers on one line, shortened, because the form has no field for a name. */
function nameOf({ bootstrapServers }: RequestForm): string {
  const name = bootstrapServers.trim().replace(/[\s,]+/g, ', ')
  if (name === '') return 'cluster'
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 1)}…`
}

/** The connection as a target; null if its fields are invalid. Each problem is added to `problems`. */
export function readConnection(form: RequestForm, problems: FormProblems): ValidationRequest['target'] | null {
  if (form.opened !== null) return { kind: 'connection', connection: form.opened.connection }
  const typed = typedConnection(form)
  if (!typed.ok) Object.assign(problems, typed.problems)
  // A request contains no secrets, so a typed password must be passed to the workbench first. If the field is empty, the
  // workbench reads the password from the environment.
  if (form.mechanism !== 'none' && form.password !== '')
    problems.password = 'Press “Use this connection”, which hands the password over.'
  return typed.ok ? { kind: 'connection', connection: typed.connection } : null
}
