/**
 * Before a suite that runs loads on brokers: the runner and Apache Kafka are there, and the bundles are those of the
 * sources.
 */
import { buildCli, buildRunner } from '../../scripts/build.mjs'
import { detectJava } from '../../scripts/setup/java.mjs'
import { findKafkaJars } from '../../scripts/setup/kafka-jars.mjs'
import { findRunnerPackage } from '../../scripts/setup/runner-package.mjs'
import { NotReadyError } from './not-ready.ts'

/** @throws NotReadyError where something is missing */
export async function setup(): Promise<void> {
  const missing = [
    ...(findRunnerPackage() === undefined ? ['the runner’s packages'] : []),
    ...(findKafkaJars() === undefined ? ['Apache Kafka'] : []),
    ...(detectJava().isUsable ? [] : ['Java']),
  ]
  if (missing.length > 0) throw new NotReadyError(missing)
  await buildRunner()
  await buildCli()
}
