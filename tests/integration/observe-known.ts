/**
 * A known load on brokers of the test's own, observed by the command line, and what is predicted for both.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { predict } from '../../src/capacity/predict.ts'
import type { Prediction } from '../../src/contracts/prediction.ts'
import { runNamePrefix } from '../../src/contracts/run-plan.ts'
import { type Deployment, type Scenario, type ScenarioInput, scenario } from '../../src/contracts/scenario.ts'
import { offeringOf } from '../../src/workbench/calibration/calibrated-models.ts'
import { locateResources } from '../../src/workbench/resources.ts'
import { headroomJson } from './validate-support.ts'

/** Maximum difference between the prediction of the observed load and that of the known load, as a share. */
export const mostDifference = 0.03

/** Dimensions that are emptier in the known prediction are not compared, */
const leastUtilisation = 0.05
/** but for requests: their number follows from the size of batches, which no other dimension shows as well. */
const alwaysCompared = 'requests'

/** A host small enough for a load of a test to use much of it, and a service with declared limits. */
export const comparedDeployments: readonly Deployment[] = [
  {
    offering: 'apache-kafka-on-hosts',
    size: 1,
    host: { cores: 1, networkBytesPerSec: 40e6, storageBytesPerSec: 20e6, memoryBytes: 8e9 },
  },
  { offering: 'confluent-cloud-dedicated', size: 1 },
]

/** The scenario of a workload that a test makes itself. */
export function knownScenario(workload: ScenarioInput['workload']): Scenario {
  const [deployment = { offering: 'confluent-cloud-dedicated', size: 1 }] = comparedDeployments
  return scenario.parse({ kind: 'headroom.scenario', schemaVersion: 1, name: 'Known load', workload, deployment })
}

/** What `headroom observe --target` printed and wrote. */
export interface Observed {
  readonly exitCode: number | null
  // The command's answer as it is printed: a test reads of it what it needs.
  readonly answer: ReturnType<typeof JSON.parse>
  readonly scenario: Scenario
}

/**
 * Observes a cluster with the command line, in a process of its own as for users.
 * @param deployment the words that say what it runs on
 */
export async function observeByCommand(
  workspace: string,
  bootstrapServers: readonly string[],
  words: readonly string[],
  deployment: readonly string[] = ['--offering', 'confluent-cloud-dedicated', '--size', '1'],
): Promise<Observed> {
  const properties = join(workspace, 'client.properties')
  await writeFile(properties, `bootstrap.servers=${bootstrapServers.join(',')}\n`)
  const out = join(workspace, 'observed.headroom.json')
  const called = ['observe', '--target', properties, ...words, ...deployment, '--out', out]
  const { exitCode, value, err } = await headroomJson(workspace, called)
  if (exitCode !== 0) throw new Error(`headroom observe ended with ${exitCode}: ${JSON.stringify(value)}\n${err}`)
  return { exitCode, answer: value, scenario: scenario.parse(JSON.parse(await readFile(out, 'utf8'))) }
}

/** The prediction of a scenario on another deployment. */
export async function predictOn(deployment: Deployment, value: Scenario): Promise<Prediction> {
  const offering = await offeringOf(deployment, locateResources(process.cwd()))
  return predict({ ...value, deployment }, offering)
}

/** A figure of the known load beside the observed one. */
export interface Compared {
  readonly figure: string
  readonly known: number
  readonly observed: number | null
}

/** The headroom, the utilisation of each limit that the known load fills to more than 5 %, and of that of requests. */
export async function comparePredictions(
  known: Scenario,
  observed: Scenario,
  deployment: Deployment,
): Promise<readonly Compared[]> {
  const [wanted, got] = await Promise.all([predictOn(deployment, known), predictOn(deployment, observed)])
  const used = wanted.constraints.filter(
    ({ id, utilisation }) => id === alwaysCompared || utilisation > leastUtilisation,
  )
  const own = new Map(got.constraints.map(({ id, utilisation }) => [nameless(id), utilisation]))
  return [
    { figure: 'headroom', known: wanted.headroom, observed: got.headroom },
    ...used.map(({ id, utilisation }) => ({ figure: id, known: utilisation, observed: own.get(nameless(id)) ?? null })),
  ]
}

/** The figures that differ by more than the permitted share. */
export function differences(compared: readonly Compared[]): string[] {
  return compared
    .filter(({ known, observed }) => observed === null || Math.abs(observed / known - 1) > mostDifference)
    .map(({ figure, known, observed }) => `${figure}: ${known} known, ${observed} observed`)
}

/** Fields of a producer that may differ. */
const producerFields = [
  'peakRecordsPerSec',
  'recordValueBytes',
  'recordKeyBytes',
  'headers',
  'lingerMs',
  'batchBytes',
  'keys',
  'clients',
  'compressionRatio',
] as const

/**
 * Why the predictions differ: what each observed field of a producer changes by itself in the known prediction, where it
 * changes a figure by more than 0.5 %.
 */
export async function causesOf(known: Scenario, observed: Scenario, deployment: Deployment): Promise<string[]> {
  const causes: string[] = []
  for (const [index, producer] of known.workload.producers.entries()) {
    const own = observed.workload.producers.find(({ topic }) => nameless(topic) === producer.topic)
    for (const field of own === undefined ? [] : producerFields) {
      const producers = known.workload.producers.with(index, { ...producer, [field]: own?.[field] })
      const compared = await comparePredictions(
        known,
        { ...known, workload: { ...known.workload, producers } },
        deployment,
      )
      const moved = compared.flatMap((each) => {
        const percent = 100 * ((each.observed ?? 0) / each.known - 1)
        return Math.abs(percent) > 0.5 ? [`${each.figure} ${percent.toFixed(1)} %`] : []
      })
      const values = `${JSON.stringify(producer[field])} known, ${JSON.stringify(own?.[field])} observed`
      if (moved.length > 0) causes.push(`${producer.name} ${field} (${values}): ${moved.join(', ')}`)
    }
  }
  return causes
}

/**
 * Topics of a run have its name in front of theirs. Entries of an observation are in another order, and its producers are
 * those of a topic.
 */
function nameless(id: string): string {
  return id
    .replace('producers of ', '')
    .replace(new RegExp(`${runNamePrefix}[^-]+-`), '')
    .replace(/:\d+:/, ':')
}
