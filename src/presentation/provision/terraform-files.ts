/**
 * Writes a Terraform configuration: cluster and topics with Confluent's provider for its services, and only the topics
 * with a community provider for other clusters.
 */
import { largestSize, limitSetAt } from '../../capacity/limit-set.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import type { FileOutput } from '../output-files.ts'
import { commentLines, headerLines, uniqueIdentifiers } from './comment-lines.ts'
import { block, type HclBody, hclText, literal, template } from './hcl-text.ts'
import { type ProvisionedTopic, topicNotes } from './provisioned-topics.ts'
import { notByKafka, type Provisioning } from './provisioning.ts'

/** The block of `confluent_kafka_cluster` that states the kind of cluster, by id of the offering. */
const confluentBlocks: Readonly<Record<string, string>> = {
  'confluent-cloud-basic': 'basic',
  'confluent-cloud-standard': 'standard',
  'confluent-cloud-enterprise': 'enterprise',
  'confluent-cloud-freight': 'freight',
  'confluent-cloud-dedicated': 'dedicated',
}

/** Returns one file. */
export function terraformFiles(provisioning: Provisioning): FileOutput {
  const { offering, recommendation } = provisioning
  const kind = confluentBlocks[offering.id]
  if (kind === undefined && offering.topicSettings?.areMadeByKafka === false) {
    return { files: [], notes: [notByKafka(offering)] }
  }
  const notes = kind === undefined ? communityNotes : confluentNotes(provisioning, kind)
  const body = kind === undefined ? communityBody(provisioning) : confluentBody(provisioning, kind)
  const what = kind === undefined ? 'Topics' : 'Cluster and topics'
  const text = [...headerLines(what, provisioning), ...commentLines(notes), '', hclText(body)].join('\n')
  return { files: [{ name: 'kafka.tf', text }], notes: [...notes, ...topicNotes(recommendation, offering)] }
}

const communityNotes = [
  'The provider Mongey/kafka makes the topics. The cluster itself, its log-in and its encryption are not written here.',
]

function communityBody({ topics }: Provisioning): HclBody {
  const labels = labelsOf(topics)
  return [
    block('terraform', [], [block('required_providers', [], [['kafka', { source: 'Mongey/kafka' }]])]),
    block('variable', ['bootstrap_servers'], [['type', literal('list(string)')]]),
    block('provider', ['kafka'], [['bootstrap_servers', literal('var.bootstrap_servers')]]),
    ...topics.map((topic, index) =>
      block(
        'resource',
        ['kafka_topic', labels[index] ?? topic.name],
        [
          ...countOf(topic),
          ['name', nameOf(topic)],
          ['partitions', topic.partitions],
          ['replication_factor', topic.replicationFactor],
          ...configOf(topic),
          preventDestroy,
        ],
        topic.reasons,
      ),
    ),
  ]
}

function confluentNotes({ recommendation }: Provisioning, kind: string): string[] {
  const { deployment } = recommendation.scenario
  return [
    'Apply the cluster first (-target=confluent_kafka_cluster.kafka), make an API key for it, and then apply the topics.',
    ...(kind === 'dedicated'
      ? []
      : ['The cluster grows and shrinks by itself, at most to max_ecku, the size of the answer.']),
    ...(deployment.zones === undefined ? [unstatedZonesText(availabilityOf(deployment, kind))] : []),
  ]
}

/** Says what the availability is where the scenario leaves it open, and that a bill differs. */
function unstatedZonesText(availability: string): string {
  const zones =
    availability === 'SINGLE_ZONE' ? 'one zone, but a bill counts three unless told otherwise' : 'several zones'
  return `The scenario does not state its zones (deployment.zones). ${availability} is ${zones}: check it, because it cannot be changed later.`
}

/**
 * The attributes that state the size of the cluster. Empty for limits of a date at which the service had no eCKUs yet.
 */
function sizeOf({ recommendation, offering }: Provisioning, kind: string): HclBody {
  const { deployment } = recommendation.scenario
  if (kind === 'dedicated') return [['cku', deployment.size]]
  const limits = limitSetAt(offering, deployment)
  if (limits === null || largestSize(limits, deployment) === 1) return []
  return [['max_ecku', availabilityOf(deployment, kind) === 'HIGH' ? Math.max(2, deployment.size) : deployment.size]]
}

function confluentBody(provisioning: Provisioning, kind: string): HclBody {
  const { topics, recommendation } = provisioning
  const { deployment } = recommendation.scenario
  const labels = labelsOf(topics)
  const cloud = (deployment.cloud ?? '').toUpperCase()
  const isKnownCloud = ['AWS', 'AZURE', 'GCP'].includes(cloud)
  return [
    block('terraform', [], [block('required_providers', [], [['confluent', { source: 'confluentinc/confluent' }]])]),
    ...[...(isKnownCloud ? [] : ['cloud']), 'region', 'environment_id', 'kafka_api_key'].map((name) =>
      block('variable', [name], [['type', literal('string')]]),
    ),
    block(
      'variable',
      ['kafka_api_secret'],
      [
        ['type', literal('string')],
        ['sensitive', true],
      ],
    ),
    block(
      'resource',
      ['confluent_kafka_cluster', 'kafka'],
      [
        ['display_name', recommendation.scenario.name],
        ['availability', availabilityOf(deployment, kind)],
        ['cloud', isKnownCloud ? cloud : literal('var.cloud')],
        ['region', literal('var.region')],
        block(kind, [], sizeOf(provisioning, kind)),
        block('environment', [], [['id', literal('var.environment_id')]]),
        preventDestroy,
      ],
    ),
    ...topics.map((topic, index) =>
      block('resource', ['confluent_kafka_topic', labels[index] ?? topic.name], confluentTopic(topic), topic.reasons),
    ),
  ]
}

function confluentTopic(topic: ProvisionedTopic): HclBody {
  return [
    ...countOf(topic),
    block('kafka_cluster', [], [['id', literal('confluent_kafka_cluster.kafka.id')]]),
    ['topic_name', nameOf(topic)],
    ['partitions_count', topic.partitions],
    ['rest_endpoint', literal('confluent_kafka_cluster.kafka.rest_endpoint')],
    ...configOf(topic),
    block(
      'credentials',
      [],
      [
        ['key', literal('var.kafka_api_key')],
        ['secret', literal('var.kafka_api_secret')],
      ],
    ),
    preventDestroy,
  ]
}

/** Returns the value of `availability`. Enterprise and Freight clusters use other words for zones. */
function availabilityOf({ zones }: Deployment, kind: string): string {
  if (kind === 'freight') return 'HIGH'
  if (kind === 'enterprise') return zones === 'single' ? 'LOW' : 'HIGH'
  return zones === 'multi' ? 'MULTI_ZONE' : 'SINGLE_ZONE'
}

/** Makes Terraform refuse a plan that would delete the topic or the cluster, and with it the data. */
const preventDestroy = block('lifecycle', [], [['prevent_destroy', true]])

function countOf({ count }: ProvisionedTopic): HclBody {
  return count === 1 ? [] : [['count', count]]
}

function nameOf({ name, count }: ProvisionedTopic) {
  return count === 1 ? name : template(name, 'count.index + 1')
}

function configOf({ settings }: ProvisionedTopic): HclBody {
  return settings.length === 0 ? [] : [['config', Object.fromEntries(settings)]]
}

/** Names of resources, which have letters, digits, dashes and underscores, and do not begin with a digit. */
function labelsOf(topics: readonly ProvisionedTopic[]): string[] {
  return uniqueIdentifiers(
    topics.map(({ name }) => name.replace(/-+$/, '')),
    (name) => name.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^(?![A-Za-z_])/, 'topic_'),
  )
}
