/**
 * Makes ready what only validation needs: the runner package, its bundle, the Kafka jars.
 *
 * The window's workbench starts it behind the open window and the CLI before a validation, both with `--json`: one
 * progress object a line on stdout. Without it, lines for people. Exit code 0: all ready; 1: a step failed, the others
 * are none the worse for it.
 */

import { ensureKafkaJars } from './setup/kafka-jars.mjs'
import { jsonReporter, reporterFor, runStep } from './setup/progress.mjs'
import { ensureRunnerPackage } from './setup/runner-package.mjs'

/** @param {import('./setup/progress.mjs').Reporter} report */
async function prepare(report) {
  return Promise.all([
    runStep(report, 'runner-package', async (onProgress) => {
      const value = await ensureRunnerPackage({ onProgress })
      return { message: `Node 24 and node-rdkafka with ${value.features.filter(isWorthNaming).join(', ')}`, value }
    }),
    runStep(report, 'runner-bundle', async () => {
      const { buildRunner } = await import('./build.mjs')
      const value = await buildRunner()
      return { message: value.isChanged ? 'built' : 'unchanged', value }
    }),
    runStep(report, 'kafka-jars', async (onProgress) => {
      const value = await ensureKafkaJars({ onProgress })
      return { message: `Apache Kafka ${value.kafkaVersion}`, value }
    }),
  ])
}

/** @param {string} feature */
function isWorthNaming(feature) {
  return ['ssl', 'sasl_scram', 'zstd', 'lz4'].includes(feature)
}

const isJson = process.argv.includes('--json')
const report = isJson ? jsonReporter((text) => process.stdout.write(text)) : reporterFor(process.stdout)
const values = await prepare(report)
process.exitCode = values.every((value) => value !== undefined) ? 0 : 1
