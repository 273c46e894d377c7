/**
 * Writes the topics as resources of Strimzi's Topic Operator.
 */
import { counted } from '../../units/count.ts'
import type { FileOutput } from '../output-files.ts'
import { yamlText } from '../painters/yaml-text.ts'
import { commentLines, headerLines, uniqueIdentifiers } from './comment-lines.ts'
import { namesOf, type ProvisionedTopic } from './provisioned-topics.ts'
import type { Provisioning } from './provisioning.ts'

/** Maximum number of resources in a file. If there would be more, only the first of identical topics is written. */
const maxResources = 1_000

/** Maximum length of the name of a Kubernetes resource, in characters. */
const maxResourceName = 253

/** Returns one file with a resource per topic. */
export function strimziTopics(provisioning: Provisioning): FileOutput {
  const { topics, offering } = provisioning
  const total = topics.reduce((sum, { count }) => sum + count, 0)
  const isShortened = total > maxResources
  const named = topics.flatMap((topic) => {
    const names = isShortened ? [firstName(topic)] : [...namesOf(topic)]
    return names.map((name, index) => ({ topic, name, isFirst: index === 0 }))
  })
  const identifiers = uniqueIdentifiers(
    named.map(({ name }) => name),
    resourceName,
  )
  const documents = named.map(({ topic, name, isFirst }, index) => {
    const reasons = isFirst ? commentLines([...topic.reasons, ...(isShortened ? identicalNote(topic) : [])]) : []
    return ['---', ...reasons, yamlText(resourceOf(topic, name, identifiers[index] ?? name))].join('\n')
  })
  const usage = [
    'The label strimzi.io/cluster names your Kafka resource. Before Strimzi 0.49 the apiVersion is kafka.strimzi.io/v1beta2.',
  ]
  const head = [...headerLines('Topics', provisioning), ...commentLines(usage), '']
  const notes = [
    ...usage,
    ...(isShortened
      ? [`The workload has ${counted(total, 'topic')}: of identical ones only the first is written.`]
      : []),
    ...(offering.model === 'broker-hardware'
      ? []
      : [
          `Strimzi makes topics of clusters that it runs. For ${offering.name} it needs a Topic Operator that is installed alone.`,
        ]),
  ]
  return { files: [{ name: 'kafka-topics.yaml', text: head.join('\n') + documents.join('') }], notes }
}

function firstName(topic: ProvisionedTopic): string {
  const [name = topic.name] = namesOf(topic)
  return name
}

function identicalNote({ name, count }: ProvisionedTopic): string[] {
  return count === 1 ? [] : [`The first of ${counted(count, 'identical topic')}, ${name}1 to ${name}${count}.`]
}

function resourceOf({ partitions, replicationFactor, settings }: ProvisionedTopic, name: string, identifier: string) {
  const config = Object.fromEntries(settings.map(([key, value]) => [key, Number(value)]))
  return {
    apiVersion: 'kafka.strimzi.io/v1',
    kind: 'KafkaTopic',
    metadata: { name: identifier, labels: { 'strimzi.io/cluster': 'my-cluster' } },
    spec: {
      ...(identifier === name ? {} : { topicName: name }),
      partitions,
      replicas: replicationFactor,
      ...(settings.length === 0 ? {} : { config }),
    },
  }
}

/**
 * Turns a name into one that Kubernetes accepts: lower case, and each part between dots begins and ends with a letter
 * or digit.
 */
function resourceName(name: string): string {
  const parts = name
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .split('.')
    .map((part) => part.replace(/^-+|-+$/g, ''))
  return (
    parts
      .filter((part) => part !== '')
      .join('.')
      .slice(0, maxResourceName) || 'topic'
  )
}
