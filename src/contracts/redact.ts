/**
 * Removes secrets from a report and, if the user chose that, host names.
 *
 * Only texts that a person or another program wrote are changed. Figures, ids and sources of limits are not.
 */
import { agentName } from './agent.ts'
import type { StepNotRun } from './campaign.ts'
import type { CampaignRecord } from './campaign-record.ts'
import type { Connection } from './connection.ts'
import { createHostHider, type TextTransform } from './hide-hosts.ts'
import type { Preflight } from './preflight.ts'
import type { RunPlan } from './run-plan.ts'
import type { MeasuredRecord, RunRecord } from './run-record.ts'
import type { AgentFleet, FleetMember } from './run-share.ts'
import type { Sample } from './sample.ts'
import type { Observations, Outputs } from './samples-or-outputs.ts'
import type { TargetDescription } from './target.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * Returns a record without secrets and, if `isRedacted`, without host names. A host has the same replacement
 * everywhere. Redaction also renames the files of tools' outputs to `file-1`, `file-2`, …, because files and folders
 * are often named after hosts in ways that no pattern recognises. Their checksums still identify them.
 */
export function cleanRecord<R extends RunRecord>(record: R, isRedacted: boolean): R {
  return cleanRun({ record, samples: [] }, isRedacted).record
}

/** A run's record and its samples. A host has the same replacement in both. */
export interface RecordWithSamples<R extends RunRecord> {
  readonly record: R
  readonly samples: readonly Sample[]
}

/** Cleans a record and its samples, by the rules of `cleanRecord`. */
export function cleanRun<R extends RunRecord>(run: RecordWithSamples<R>, isRedacted: boolean): RecordWithSamples<R> {
  if (!isRedacted) return changeRun(run, { change: withoutSecrets, fileName: withoutSecrets })
  const { target, preflight, observations } = run.record
  const names = fileNames(observations)
  const hide = createHostHider([...(target?.hosts ?? []), ...(preflight?.hosts ?? [])])
  const withoutFiles = fileHider(names)
  const change = (text: string) => hide(withoutSecrets(withoutFiles(text)))
  const changes = { change, fileName: (name: string) => names.get(name) ?? 'file' }
  // The first pass recognises hosts by their form. The second pass also replaces them in texts before that place, as
  // plain words.
  changeRun(run, changes)
  const { record, samples } = changeRun(run, changes)
  return { record: withoutHosts(record), samples }
}

/** Changes to the texts of a run, and to the names of the files that its tools' outputs come from. */
interface RunChange {
  readonly change: TextTransform
  readonly fileName: TextTransform
}

/** Returns the replacement of each file name of a run's outputs. */
function fileNames(observations: Observations): ReadonlyMap<string, string> {
  const files = observations.kind === 'outputs' ? observations.files : []
  return new Map(files.map(({ name }, index) => [name, `file-${index + 1}`]))
}

/**
 * Creates a function that replaces file names in texts, because a run without its own name is named after its first
 * file. Longer names are replaced first, because one name may be the end of another.
 */
function fileHider(names: ReadonlyMap<string, string>): TextTransform {
  const known = [...names].sort(([one], [other]) => other.length - one.length)
  return (text) => known.reduce((changed, [name, replacement]) => changed.replaceAll(name, replacement), text)
}

function withoutHosts<R extends RunRecord>(record: R): R {
  const { target, preflight } = record
  return {
    ...record,
    target: target === null ? null : omitHosts(target),
    preflight: preflight === null ? null : omitHosts(preflight),
  }
}

function omitHosts<T extends { hosts?: unknown }>({ hosts: _hosts, ...shown }: T): Omit<T, 'hosts'> {
  return shown
}

function changeRun<R extends RunRecord>(
  { record, samples }: RecordWithSamples<R>,
  changes: RunChange,
): RecordWithSamples<R> {
  const changed = changeTexts(record, changes)
  const renamed = renameAgents(samples, record.agents ?? [], changed.agents ?? [])
  return { record: changed, samples: renamed.map((sample) => changeReading(sample, changes.change)) }
}

/**
 * Changes the response of a Prometheus endpoint, which a sample has as free text if the endpoint returned no metrics.
 */
function changeReading(sample: Sample, change: TextTransform): Sample {
  const error = sample.prometheus?.error ?? null
  if (sample.prometheus === undefined || error === null) return sample
  return { ...sample, prometheus: { ...sample.prometheus, error: change(error) } }
}

/** Returns a campaign with all its results without secrets and, if `isRedacted`, without host names. */
export function cleanCampaign(record: CampaignRecord, isRedacted: boolean): CampaignRecord {
  const { connection } = record.request.target.kind === 'connection' ? record.request.target : { connection: null }
  const hideHosts = isRedacted ? createHostHider(connection?.bootstrapServers) : (text: string) => text
  const change = (text: string) => hideHosts(withoutSecrets(text))
  // The first pass recognises hosts, so that the second also hides them in texts before that place.
  if (isRedacted) changeCampaign(record, { connection, hideHosts, change, isRedacted })
  return changeCampaign(record, { connection, hideHosts, change, isRedacted })
}

interface CampaignChange {
  readonly connection: Connection | null
  readonly hideHosts: TextTransform
  readonly change: TextTransform
  readonly isRedacted: boolean
}

function changeCampaign(
  record: CampaignRecord,
  { connection, hideHosts, change, isRedacted }: CampaignChange,
): CampaignRecord {
  const { request, target, endDetail, results, notRun } = record
  const { campaign, target: requestedTarget } = request
  // A redacted address has no port. Port 0, on which nothing listens, keeps the record readable.
  const servers = connection?.bootstrapServers.map((server) => (isRedacted ? `${hideHosts(server)}:0` : server)) ?? []
  return {
    ...record,
    endDetail: endDetail === null ? null : change(endDetail),
    target: target === null ? null : changeTarget(target, change, isRedacted),
    results: results.map((result) => ({ ...result, reason: change(result.reason) })),
    ...(notRun === undefined ? {} : { notRun: notRun.map((each) => cleanNotRun(each, change)) }),
    request: {
      ...request,
      ...(request.prometheusUrl === undefined ? {} : { prometheusUrl: changeHost(request.prometheusUrl, change) }),
      ...(request.agents === undefined ? {} : { agents: cleanAgents(request.agents, isRedacted, change) }),
      target:
        connection === null
          ? requestedTarget
          : {
              kind: 'connection',
              connection: { ...connection, name: change(connection.name), bootstrapServers: servers },
            },
      campaign: {
        ...campaign,
        name: change(campaign.name),
        ...(campaign.notes === undefined ? {} : { notes: change(campaign.notes) }),
      },
    },
  }
}

function cleanNotRun(step: StepNotRun, change: TextTransform): StepNotRun {
  return { ...step, reason: change(step.reason), remedy: step.remedy === null ? null : change(step.remedy) }
}

/** Hides the agents' hosts. Removes the fingerprints of their certificates, which identify the agents as well. */
function cleanAgents(agents: AgentFleet, isRedacted: boolean, hideHosts: TextTransform): AgentFleet {
  if (!isRedacted) return agents
  return { ...agents, addresses: agents.addresses.map((address) => `${hideHosts(agentName(address))}:0`) }
}

/**
 * Changes the label of a target. Removes its list of hosts, which exists only for redaction, if the record is redacted.
 */
function changeTarget(
  { hosts, ...target }: TargetDescription,
  change: TextTransform,
  isRedacted: boolean,
): TargetDescription {
  const shown = hosts === undefined || isRedacted ? {} : { hosts }
  return { ...target, label: change(target.label), ...shown }
}

function cleanScenario<T extends MeasuredRecord['scenario']>(scenario: T, change: TextTransform): T {
  return {
    ...scenario,
    name: change(scenario.name),
    ...(scenario.notes === undefined ? {} : { notes: change(scenario.notes) }),
  }
}

function textOrNull(text: string | null, change: TextTransform): string | null {
  return text === null ? null : change(text)
}

function changeTexts<R extends RunRecord>(record: R, { change, fileName }: RunChange): R {
  const { name, label, scenario, target, plan, preflight, cleanUp, prediction, observations } = record
  const orNull = (text: string | null) => textOrNull(text, change)
  return {
    ...record,
    ...{ name: orNull(name), label: orNull(label), endDetail: orNull(record.endDetail) },
    notes: record.notes.map(change),
    scenario: scenario === null ? null : cleanScenario(scenario, change),
    prediction: prediction === null ? null : { ...prediction, scenarioName: change(prediction.scenarioName) },
    target: target === null ? null : { ...target, label: change(target.label) },
    plan: plan === null ? null : changePlan(plan, change),
    preflight: preflight === null ? null : changePreflight(preflight, change),
    cleanUp: cleanUp === null ? null : { ...cleanUp, leftovers: cleanUp.leftovers.map(change) },
    ...(record.agents === undefined ? {} : { agents: record.agents.map((agent) => changeAgent(agent, change)) }),
    observations: observations.kind === 'samples' ? observations : changeOutputs(observations, { change, fileName }),
    ...changeOutcome(record, change),
  }
}

function changePlan(plan: RunPlan, change: TextTransform): RunPlan {
  return plan.prometheusUrl === undefined ? plan : { ...plan, prometheusUrl: changeHost(plan.prometheusUrl, change) }
}

function changePreflight(preflight: Preflight, change: TextTransform): Preflight {
  const checks = preflight.checks.map((check) => ({
    ...check,
    detail: change(check.detail),
    remedy: textOrNull(check.remedy, change),
  }))
  return { ...preflight, checks }
}

function changeOutputs(outputs: Outputs, { change, fileName }: RunChange): Outputs {
  return {
    ...outputs,
    files: outputs.files.map((file) => ({ ...file, name: fileName(file.name) })),
    repeats: outputs.repeats.map(({ parts, figures }) => ({
      figures,
      parts: parts.map((part) => ({ ...part, file: fileName(part.file), notes: part.notes.map(change) })),
    })),
  }
}

function changeAgent(agent: FleetMember, change: TextTransform): FleetMember {
  const { name, lost } = agent
  return { ...agent, name: change(name), lost: lost === null ? null : { ...lost, why: change(lost.why) } }
}

/**
 * Hides the host of a URL. A port is added if there is none, because a one-word host is recognised only with a port.
 */
function changeHost(url: string, change: TextTransform): string {
  return url.replace(
    /^(https?:\/\/)([^/:[\]]+|\[[^\]]*\])(:\d+)?/,
    (whole, scheme: string, host: string, port = ':80') => {
      const hostWithPort = `${host}${port}`
      const changed = change(hostWithPort)
      return changed === hostWithPort ? whole : `${scheme}${changed}`
    },
  )
}

function changeOutcome({ result, overlay }: RunRecord, change: TextTransform): Pick<RunRecord, 'result' | 'overlay'> {
  return {
    overlay: overlay === null ? null : { ...overlay, reason: change(overlay.reason) },
    result:
      result === null
        ? null
        : {
            ...result,
            ...(result.prometheus === undefined
              ? {}
              : { prometheus: { ...result.prometheus, lastError: textOrNull(result.prometheus.lastError, change) } }),
            accounting: { ...result.accounting, gaps: result.accounting.gaps.map(change) },
            diagnosis: {
              ...result.diagnosis,
              sentence: change(result.diagnosis.sentence),
              evidence: result.diagnosis.evidence.map(({ label, value }) => ({ label, value: change(value) })),
            },
          },
  }
}

/** Renames agents in samples as in the changed record. `before` and `after` have the agents in the same order. */
function renameAgents(
  samples: readonly Sample[],
  before: readonly FleetMember[],
  after: readonly FleetMember[],
): readonly Sample[] {
  if (before.length === 0) return samples
  const names = new Map(before.map(({ name }, index) => [name, after[index]?.name ?? name]))
  const renamed = (name: string) => names.get(name) ?? name
  return samples.map((sample) => ({
    ...sample,
    workers: sample.workers.map((worker) => {
      // The first slash separates the names of agent and worker. Only the worker's may contain slashes.
      const at = worker.workerId.indexOf('/')
      const workerId = `${renamed(worker.workerId.slice(0, Math.max(0, at)))}${worker.workerId.slice(Math.max(0, at))}`
      return { ...worker, workerId }
    }),
    ...(sample.hosts === undefined
      ? {}
      : { hosts: sample.hosts.map(({ host, cpu }) => ({ host: renamed(host), cpu })) }),
  }))
}
