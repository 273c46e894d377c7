/**
 * Installs the parts that only validations need: the runner package, its bundle and the Kafka jars.
 *
 * The window's workbench runs it in the background, and the CLI before a validation. With `--json` it prints one
 * progress object per line on stdout, otherwise lines for people. Exit code 0: everything is ready. 1: a step failed;
 * the other steps were still run.
 */
import { pathToFileURL } from 'node:url'
import { ensureClassArchive } from './setup/class-archive.mjs'
import { detectJava } from './setup/java.mjs'
import { ensureKafkaJars } from './setup/kafka-jars.mjs'
import { jsonReporter, reporterFor, runStep } from './setup/progress.mjs'
import { ensureRunnerPackage } from './setup/runner-package.mjs'

/** Optional features of librdkafka that the message names. All others are always built in. */
const notableFeatures = new Set(['ssl', 'sasl_scram', 'zstd', 'lz4'])

/**
 * @param {import('./setup/progress.mjs').Reporter} report
 * @returns {Promise<{ isRunnerReady: boolean, isKafkaReady: boolean }>}
 */
export async function prepareRunner(report) {
  const [runnerPackage, runnerBundle, kafkaJars] = await Promise.all([
    runStep(report, 'runner-package', async (onProgress) => {
      const value = await ensureRunnerPackage({ onProgress })
      const features = value.features.filter((feature) => notableFeatures.has(feature))
      const loop = value.engine.reason === null ? 'the load engine' : `no load engine (${value.engine.reason})`
      return { message: `Node 24, node-rdkafka with ${features.join(', ')}, and ${loop}`, value }
    }),
    runStep(report, 'runner-bundle', async () => {
      const { buildRunner } = await import('./build.mjs')
      const value = await buildRunner()
      return { message: value.isChanged ? 'built' : 'unchanged', value }
    }),
    runStep(report, 'kafka-jars', async (onProgress) => {
      const value = await ensureKafkaJars({ onProgress })
      return { message: `Apache Kafka ${value.kafkaVersion}${await archiveNote(value, onProgress)}`, value }
    }),
  ])
  const isRunnerReady = runnerPackage !== undefined && runnerBundle !== undefined
  return { isRunnerReady, isKafkaReady: isRunnerReady && kafkaJars !== undefined }
}

/**
 * Makes the class archive, without which brokers only start more slowly.
 *
 * @param {import('./setup/kafka-jars.mjs').KafkaJars} jars
 * @param {import('./setup/progress.mjs').OnProgress} onProgress
 * @returns {Promise<string>} what people should know of it; most often nothing
 */
async function archiveNote({ jarsPath }, onProgress) {
  const java = detectJava()
  if (!java.isUsable) return ''
  try {
    await ensureClassArchive({ javaPath: java.javaPath, javaVersion: java.versionText, jarsPath }, onProgress)
    return ''
  } catch (error) {
    return `; brokers start more slowly, because ${error instanceof Error ? error.message : String(error)}`
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isJson = process.argv.includes('--json')
  const report = isJson ? jsonReporter((text) => process.stdout.write(text)) : reporterFor(process.stdout)
  const { isRunnerReady, isKafkaReady } = await prepareRunner(report)
  process.exitCode = isRunnerReady && isKafkaReady ? 0 : 1
}
