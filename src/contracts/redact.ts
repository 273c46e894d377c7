/**
 * What a report must not carry: secrets never, host names not where that was asked for.
 *
 * Only text that a person or another program wrote is looked at: figures, ids and sources of limits stay as they are.
 */
import { agentName } from './agent.ts'
import type { StepNotRun } from './campaign.ts'
import type { CampaignRecord } from './campaign-record.ts'
import type { Connection } from './connection.ts'
import { type Change, hostHider } from './hide-hosts.ts'
import type { ImportedRun } from './imported-run.ts'
import type { RunRecord } from './run-record.ts'
import type { AgentFleet, FleetMember } from './run-share.ts'
import type { Sample } from './sample.ts'
import type { TargetDescription } from './target.ts'
import { withoutSecrets } from './without-secrets.ts'

/** A record without secrets; where `isRedacted`, without host names too. The same host is the same word throughout. */
export function cleanRecord(record: RunRecord, isRedacted: boolean): RunRecord {
  return cleanRun({ record, samples: [] }, isRedacted).record
}

/** A run's record and its samples, in which the same host is the same word too. */
export interface RecordWithSamples {
  readonly record: RunRecord
  readonly samples: readonly Sample[]
}

/** As `cleanRecord`, with its samples. */
export function cleanRun(run: RecordWithSamples, isRedacted: boolean): RecordWithSamples {
  if (!isRedacted) return changeRun(run, withoutSecrets)
  const { target, preflight } = run.record
  const hide = hostHider([...(target.hosts ?? []), ...(preflight?.hosts ?? [])])
  const change = (text: string) => hide(withoutSecrets(text))
  // The first pass meets every host in a shape that gives it away; the second hides it where it is a word like others.
  changeRun(run, change)
  const { record, samples } = changeRun(run, change)
  const { hosts: _target, ...shownTarget } = record.target
  if (record.preflight === null) return { record: { ...record, target: shownTarget }, samples }
  const { hosts: _preflight, ...shownPreflight } = record.preflight
  return { record: { ...record, target: shownTarget, preflight: shownPreflight }, samples }
}

function changeRun({ record, samples }: RecordWithSamples, change: Change): RecordWithSamples {
  const changed = changeTexts(record, change)
  const renamed = renameAgents(samples, record.agents ?? [], changed.agents ?? [])
  return { record: changed, samples: renamed.map((sample) => changeReading(sample, change)) }
}

/** What an endpoint answered in place of figures is a text of its own. */
function changeReading(sample: Sample, change: Change): Sample {
  const error = sample.prometheus?.error ?? null
  if (sample.prometheus === undefined || error === null) return sample
  return { ...sample, prometheus: { ...sample.prometheus, error: change(error) } }
}

/** As `cleanRecord`, for a campaign with all its results. */
export function cleanCampaign(record: CampaignRecord, isRedacted: boolean): CampaignRecord {
  const { connection } = record.request.target.kind === 'connection' ? record.request.target : { connection: null }
  const hideHosts = isRedacted ? hostHider(connection?.bootstrapServers) : (text: string) => text
  const change = (text: string) => hideHosts(withoutSecrets(text))
  // Twice, so that a host is hidden too where it stands before the place that gives it away.
  if (isRedacted) changeCampaign(record, { connection, hideHosts, change, isRedacted })
  return changeCampaign(record, { connection, hideHosts, change, isRedacted })
}

interface CampaignChange {
  readonly connection: Connection | null
  readonly hideHosts: Change
  readonly change: Change
  readonly isRedacted: boolean
}

function changeCampaign(
  record: CampaignRecord,
  { connection, hideHosts, change, isRedacted }: CampaignChange,
): CampaignRecord {
  const { request, target, endDetail, results, notRun } = record
  const { campaign, target: asked } = request
  // A redacted address has no port of its own: one that nothing listens at keeps the record readable.
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
          ? asked
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

function cleanNotRun(step: StepNotRun, change: Change): StepNotRun {
  return { ...step, reason: change(step.reason), remedy: step.remedy === null ? null : change(step.remedy) }
}

/** A certificate's fingerprint tells who an agent is as well as its name does. */
function cleanAgents(agents: AgentFleet, isRedacted: boolean, hideHosts: Change): AgentFleet {
  if (!isRedacted) return agents
  return { ...agents, addresses: agents.addresses.map((address) => `${hideHosts(agentName(address))}:0`) }
}

/**
 * As `cleanRecord`, for an imported run. Hosts give their names to the files and folders of their outputs, in ways that no
 * pattern knows: where redacted, files are `file-1`, `file-2`, … throughout, told apart by their checksums.
 */
export function cleanImport(run: ImportedRun, isRedacted: boolean): ImportedRun {
  const hideHosts = isRedacted ? hostHider(run.driven?.target.hosts) : (text: string) => text
  const names = new Map(run.files.map(({ name }, index) => [name, `file-${index + 1}`]))
  const fileName = (name: string) => (isRedacted ? (names.get(name) ?? 'file') : withoutSecrets(name))
  // A run without a name of its own is named after its first file. Longer names first: one may be the end of another.
  const known = isRedacted ? [...names].sort(([one], [other]) => other.length - one.length) : []
  const withoutFiles = (text: string) => known.reduce((left, [name, own]) => left.replaceAll(name, own), text)
  const change = (text: string) => hideHosts(withoutSecrets(withoutFiles(text)))
  if (isRedacted) changeImport(run, { fileName, change, isRedacted })
  return changeImport(run, { fileName, change, isRedacted })
}

interface ImportChange {
  readonly fileName: Change
  readonly change: Change
  readonly isRedacted: boolean
}

function changeImport(run: ImportedRun, { fileName, change, isRedacted }: ImportChange): ImportedRun {
  const { scenario, prediction, overlay, driven } = run
  return {
    ...run,
    name: change(run.name),
    label: change(run.label),
    ...(driven === undefined ? {} : { driven: { ...driven, target: changeTarget(driven.target, change, isRedacted) } }),
    files: run.files.map((file) => ({ ...file, name: fileName(file.name) })),
    repeats: run.repeats.map(({ parts, figures }) => ({
      figures,
      parts: parts.map((part) => ({ ...part, file: fileName(part.file), notes: part.notes.map(change) })),
    })),
    notes: run.notes.map(change),
    scenario: scenario === null ? null : cleanScenario(scenario, change),
    prediction: prediction === null ? null : { ...prediction, scenarioName: change(prediction.scenarioName) },
    overlay: overlay === null ? null : { ...overlay, reason: change(overlay.reason) },
  }
}

/** The hosts of a target are its own way to be redacted. */
function changeTarget({ hosts, ...target }: TargetDescription, change: Change, isRedacted: boolean): TargetDescription {
  const shown = hosts === undefined || isRedacted ? {} : { hosts }
  return { ...target, label: change(target.label), ...shown }
}

function cleanScenario<T extends RunRecord['scenario']>(scenario: T, change: Change): T {
  return {
    ...scenario,
    name: change(scenario.name),
    ...(scenario.notes === undefined ? {} : { notes: change(scenario.notes) }),
  }
}

function textOrNull(text: string | null, change: Change): string | null {
  return text === null ? null : change(text)
}

function changeTexts(record: RunRecord, change: Change): RunRecord {
  const { scenario, target, plan, preflight, cleanUp, prediction } = record
  const orNull = (text: string | null) => textOrNull(text, change)
  return {
    ...record,
    endDetail: orNull(record.endDetail),
    scenario: cleanScenario(scenario, change),
    prediction: { ...prediction, scenarioName: change(prediction.scenarioName) },
    target: { ...target, label: change(target.label) },
    plan: plan.prometheusUrl === undefined ? plan : { ...plan, prometheusUrl: changeHost(plan.prometheusUrl, change) },
    preflight:
      preflight === null
        ? null
        : {
            ...preflight,
            checks: preflight.checks.map((check) => ({
              ...check,
              detail: change(check.detail),
              remedy: orNull(check.remedy),
            })),
          },
    cleanUp: cleanUp === null ? null : { ...cleanUp, leftovers: cleanUp.leftovers.map(change) },
    ...(record.agents === undefined ? {} : { agents: record.agents.map((agent) => changeAgent(agent, change)) }),
    ...changeOutcome(record, change),
  }
}

function changeAgent(agent: FleetMember, change: Change): FleetMember {
  const { name, lost } = agent
  return { ...agent, name: change(name), lost: lost === null ? null : { ...lost, why: change(lost.why) } }
}

/** A host of one word looks like any other word, unless it has a port. */
function changeHost(url: string, change: Change): string {
  return url.replace(
    /^(https?:\/\/)([^/:[\]]+|\[[^\]]*\])(:\d+)?/,
    (whole, scheme: string, host: string, port = ':80') => {
      const given = `${host}${port}`
      const changed = change(given)
      return changed === given ? whole : `${scheme}${changed}`
    },
  )
}

function changeOutcome({ result, overlay }: RunRecord, change: Change): Pick<RunRecord, 'result' | 'overlay'> {
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

/** Samples with the names that the agents have in the record now. Both lists are in the same order. */
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
      // The first one: an agent has none in its name, and may put any into those of its workers.
      const at = worker.workerId.indexOf('/')
      const workerId = `${renamed(worker.workerId.slice(0, Math.max(0, at)))}${worker.workerId.slice(Math.max(0, at))}`
      return { ...worker, workerId }
    }),
    ...(sample.hosts === undefined
      ? {}
      : { hosts: sample.hosts.map(({ host, cpu }) => ({ host: renamed(host), cpu })) }),
  }))
}
