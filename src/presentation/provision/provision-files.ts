/**
 * Writes the recommended topics, cluster and client settings as files for other programs.
 */
import type { ProvisionKind } from '../../contracts/provision.ts'
import type { FileOutput } from '../output-files.ts'
import { kafkaScript } from './kafka-script.ts'
import { topicNotes } from './provisioned-topics.ts'
import { notByKafka, type Provisioning } from './provisioning.ts'
import { strimziTopics } from './strimzi-topics.ts'
import { terraformFiles } from './terraform-files.ts'
import { clientProperties } from './write-client-properties.ts'

/** Returns the files of one kind, with the notes on all kinds and on this one. */
export function provisionFiles(kind: ProvisionKind, provisioning: Provisioning): FileOutput {
  const { files, notes } = writers[kind](provisioning)
  return { files, notes: [...provisioning.notes, ...notes] }
}

const writers: Readonly<Record<ProvisionKind, (provisioning: Provisioning) => FileOutput>> = {
  kafka: (provisioning) => ofTopics(provisioning, kafkaScript),
  strimzi: (provisioning) => ofTopics(provisioning, strimziTopics),
  terraform: terraformFiles,
  properties: clientProperties,
}

/**
 * Returns files that create topics through Kafka. Returns none for a service whose topics are created in another way.
 */
function ofTopics(provisioning: Provisioning, write: (provisioning: Provisioning) => FileOutput): FileOutput {
  const { offering, recommendation } = provisioning
  if (offering.topicSettings?.areMadeByKafka === false) return { files: [], notes: [notByKafka(offering)] }
  const { files, notes } = write(provisioning)
  return { files, notes: [...notes, ...topicNotes(recommendation, offering)] }
}
