/**
 * What a report must not carry: secrets never, host names not where that was asked for.
 *
 * Only text that a person or another program wrote is looked at: figures, ids and sources of limits stay as they are.
 */
import type { CampaignRecord } from './campaign-record.ts'
import type { ImportedRun } from './imported-run.ts'
import type { RunRecord } from './run-record.ts'
import type { FleetMember } from './run-share.ts'
import type { Sample } from './sample.ts'

/** Texts that hold a secret, and what is left of them. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[removed]'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+:[^\s/@]+@/gi, '$1[removed]@'],
  [/\b(Bearer|Basic)\s+[\w.~+/-]{8,}=*/gi, '$1 [removed]'],
  [
    /\b((?:password|passwd|passphrase|api[._ -]?key|api[._ -]?secret|access[._ -]?key|client[._ -]?secret|token|secret)"?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;"']+)/gi,
    '$1[removed]',
  ],
]

/** An address in brackets, four numbers, a name with dots, or a name with a port. */
const hostText =
  /\[[0-9a-f:]*:[0-9a-f:]+\](?::\d{1,5})?|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?\b|\b[a-z][a-z0-9-]*:\d{2,5}\b/gi

/** Endings of files, which look like names with dots. */
const fileEnding = /\.(?:json|properties|pem|crt|jks|xml|log|txt|csv|md|html|pdf|js|mjs|ts|jar|sh|conf|ya?ml)$/i

type Change = (text: string) => string

/** A record without secrets; where `isRedacted`, without host names too. The same host is the same word throughout. */
export function cleanRecord(record: RunRecord, isRedacted: boolean): RunRecord {
  const hideHosts = isRedacted ? hostHider() : (text: string) => text
  return changeTexts(record, (text) => hideHosts(withoutSecrets(text)))
}

/** As `cleanRecord`, for a campaign with all its results. */
export function cleanCampaign(record: CampaignRecord, isRedacted: boolean): CampaignRecord {
  const hideHosts = isRedacted ? hostHider() : (text: string) => text
  const change = (text: string) => hideHosts(withoutSecrets(text))
  const { request, target, endDetail, results } = record
  const { campaign, target: asked } = request
  const { connection } = asked.kind === 'connection' ? asked : { connection: null }
  // A redacted address has no port of its own: one that nothing listens at keeps the record readable.
  const servers = connection?.bootstrapServers.map((server) => (isRedacted ? `${hideHosts(server)}:0` : server)) ?? []
  return {
    ...record,
    endDetail: endDetail === null ? null : change(endDetail),
    target: target === null ? null : { ...target, label: change(target.label) },
    results: results.map((result) => ({ ...result, reason: change(result.reason) })),
    request: {
      ...request,
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

/**
 * As `cleanRecord`, for an imported run. Hosts give their names to the files and folders of their outputs, in ways that no
 * pattern knows: where redacted, files are `file-1`, `file-2`, … throughout, told apart by their checksums.
 */
export function cleanImport(run: ImportedRun, isRedacted: boolean): ImportedRun {
  const hideHosts = isRedacted ? hostHider() : (text: string) => text
  const names = new Map(run.files.map(({ name }, index) => [name, `file-${index + 1}`]))
  const fileName = (name: string) => (isRedacted ? (names.get(name) ?? 'file') : withoutSecrets(name))
  // A run without a name of its own is named after its first file. Longer names first: one may be the end of another.
  const known = isRedacted ? [...names].sort(([one], [other]) => other.length - one.length) : []
  const withoutFiles = (text: string) => known.reduce((left, [name, own]) => left.replaceAll(name, own), text)
  const change = (text: string) => hideHosts(withoutSecrets(withoutFiles(text)))
  const { scenario, prediction, overlay, driven } = run
  return {
    ...run,
    name: change(run.name),
    label: change(run.label),
    ...(driven === undefined ? {} : { driven: cleanDriven(driven, change) }),
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

/** Where Headroom ran the tools: the target's name is somebody's own. */
function cleanDriven<T extends NonNullable<ImportedRun['driven']>>(driven: T, change: Change): T {
  return { ...driven, target: { ...driven.target, label: change(driven.target.label) } }
}

function cleanScenario<T extends RunRecord['scenario']>(scenario: T, change: Change): T {
  return {
    ...scenario,
    name: change(scenario.name),
    ...(scenario.notes === undefined ? {} : { notes: change(scenario.notes) }),
  }
}

/** A text with what looks like a secret taken out. */
export function withoutSecrets(text: string): string {
  return secretTexts.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
}

/** Replaces hosts by `host-1`, `host-2`, … in the order in which they are met. */
export function hostHider(): Change {
  const names = new Map<string, string>()
  return (text) =>
    text.replace(hostText, (found) => {
      if (fileEnding.test(found)) return found
      const host = found.replace(/:\d{1,5}$/, '').toLowerCase()
      const name = names.get(host) ?? `host-${names.size + 1}`
      names.set(host, name)
      return name
    })
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
export function renameAgents(
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
      const at = worker.workerId.lastIndexOf('/')
      const workerId = `${renamed(worker.workerId.slice(0, Math.max(0, at)))}${worker.workerId.slice(Math.max(0, at))}`
      return { ...worker, workerId }
    }),
    ...(sample.hosts === undefined
      ? {}
      : { hosts: sample.hosts.map(({ host, cpu }) => ({ host: renamed(host), cpu })) }),
  }))
}
