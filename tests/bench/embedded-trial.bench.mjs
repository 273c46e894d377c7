/**
 * What three embedded brokers carry of the first example's load, beside what the processors of this machine allow.
 *
 * A tenth of the load shows what a MB costs: processor time of the brokers, which write three replicas and send to two
 * groups, and of the clients. From it follows, before the whole load is offered, how many MB/s all processors together
 * allow. Then the whole load is offered without limits, as in the trial that finds a scale. On a machine with other work
 * the run does not get all processors, so what the time that it got allows is beside it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runToEnd } from '../../scripts/setup/run-to-end.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const workspace = mkdtempSync(join(tmpdir(), 'headroom-bench-'))
process.once('exit', () => rmSync(workspace, { recursive: true, force: true }))

/** Seconds at the start that are not counted: the JVM compiles, and readers begin. */
const skippedSeconds = 10
const loadSeconds = 40
/** So far above the load that the quotas of the brokers never limit it. */
const quotaFactor = 100

const cores = availableParallelism()
const tenth = await measure('0.1')
const perMegabyte = (tenth.brokersCores + tenth.clientsCores) / tenth.megabytesPerSec
console.log(described('a tenth of the load', tenth))
console.log(`processor time of a MB: ${(1000 * perMegabyte).toFixed(1)} ms, of it the brokers ${brokersShare(tenth)} %`)
console.log(`so ${cores} processors allow ${(cores / perMegabyte).toFixed(1)} MB/s in`)
const whole = await measure('1')
console.log(described('the whole load', whole))
const usedCores = whole.brokersCores + whole.clientsCores
console.log(
  `the time that it got (${usedCores.toFixed(2)} cores) allows ${(usedCores / perMegabyte).toFixed(1)} MB/s in`,
)

/** @param {string} scale */
async function measure(scale) {
  const folder = join(workspace, scale)
  const options = ['--target', 'embedded:kafka', '--scale', scale, '--quota-factor', String(quotaFactor)]
  const length = ['--duration', `${skippedSeconds + loadSeconds}s`, '--report', folder, '--workspace', workspace]
  const words = ['validate', 'examples/first.headroom.json', ...options, ...length]
  await runToEnd(process.execPath, [join(root, 'scripts/headroom.mjs'), ...words], { cwd: root })
  const name = readdirSync(folder).find((each) => each.endsWith('.json'))
  if (name === undefined) throw new Error('The run left no JSON report.')
  return costOf(JSON.parse(readFileSync(join(folder, name), 'utf8')).samples)
}

/** Means over the seconds that count. */
function costOf(samples) {
  const counted = samples.filter(({ second }) => second >= skippedSeconds && second < skippedSeconds + loadSeconds)
  const mean = (figureOf) => counted.reduce((sum, sample) => sum + figureOf(sample), 0) / counted.length
  const coresOf = (list) => list.reduce((sum, { cpuCores }) => sum + cpuCores, 0)
  return {
    megabytesPerSec: mean(({ producers }) => producers.reduce((sum, { wireBytes }) => sum + wireBytes, 0)) / 1e6,
    brokersCores: mean(({ brokers }) => coresOf(brokers)),
    clientsCores: mean(({ workers }) => coresOf(workers)),
  }
}

function described(what, { megabytesPerSec, brokersCores, clientsCores }) {
  const rates = `${megabytesPerSec.toFixed(2)} MB/s in, brokers ${brokersCores.toFixed(2)} cores`
  return `${what}: ${rates}, clients ${clientsCores.toFixed(2)}, load average ${loadavg()[0]?.toFixed(1)}`
}

function brokersShare({ brokersCores, clientsCores }) {
  return Math.round((100 * brokersCores) / (brokersCores + clientsCores))
}
