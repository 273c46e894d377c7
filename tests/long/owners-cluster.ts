/** A cluster that Headroom did not start, as a command line is given it: its connection file, and a small load on it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kafkajs } from '../integration/embedded-support.ts'

/** Writes a connection file into the workspace. @returns its path */
export function writeConnection(workspace: string, bootstrapServers: readonly string[]): string {
  const path = join(workspace, 'ours.connection.json')
  const connection = { kind: 'headroom.connection', schemaVersion: 1, name: 'Ours', bootstrapServers }
  writeFileSync(path, JSON.stringify(connection))
  return path
}

/** Words of a validation with a load of 500 records/s. */
export function smallValidation(connectionPath: string, duration: string): string[] {
  const load = ['--set', 'workload.producers.0.peakRecordsPerSec=500', '--set', 'workload.topics.0.partitions=4']
  const size = ['--set', 'workload.topics.0.replicationFactor=1', '--duration', duration, '--yes', '--json']
  return ['validate', 'examples/first.headroom.json', '--target', connectionPath, ...load, ...size]
}

/** Topics of runs on the cluster. */
export async function runTopicsOn(bootstrapServers: readonly string[]): Promise<string[]> {
  const logLevel = kafkajs.logLevel.NOTHING
  const admin = new kafkajs.Kafka({ clientId: 'owner', brokers: [...bootstrapServers], logLevel }).admin()
  await admin.connect()
  const topics = await admin.listTopics()
  await admin.disconnect()
  return topics.filter((name) => name.startsWith('headroom-'))
}
