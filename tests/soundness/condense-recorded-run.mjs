/**
 * Condenses an exported run (`headroom report RUN --format json`) to the flow that the adversary resamples, and prints it as
 * an entry of tests/fixtures/recorded-flows.json:
 *
 *     node tests/soundness/condense-recorded-run.mjs KIND run.json >> entries
 *
 * KIND says what held the flow: `writers-throttled`, `readers-throttled` or `met`. A run that its own result calls too noisy is
 * marked `noisy`.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const [kind, path] = process.argv.slice(2)
const bytes = readFileSync(path)
const run = JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
const { plan, target, prediction, result, environment } = run

const sum = (list, read) => list.reduce((total, each) => total + read(each), 0)
const load = run.samples.filter(({ second }) => second < plan.durationMs / 1000)
const { fromSecond, toSecond } = result.steadyWindow
const counted = load.filter(({ second }) => second >= fromSecond && second < toSecond)
const groups = plan.consumerGroups.map(({ groupId }) => groupId)

const ofGroup = (sample, groupId) => sample.consumers.find((each) => each.groupId === groupId)
const meanWritten = sum(counted, ({ producers }) => sum(producers, (each) => each.ackedRecords)) / counted.length
const meanRead =
  sum(counted, ({ consumers }) => sum(consumers, (each) => each.records)) / counted.length / groups.length
const rounded = (value) => Math.round(value * 1e4) / 1e4

const wirePerRecord =
  sum(load, ({ producers }) => sum(producers, (each) => each.wireBytes)) /
  sum(load, ({ producers }) => sum(producers, (each) => each.batches?.records ?? each.ackedRecords))
const readWirePerRecord =
  sum(counted, ({ consumers }) => sum(consumers, (each) => each.wireBytes)) /
  sum(counted, ({ consumers }) => sum(consumers, (each) => each.records))
const { offered } = prediction
const brokers = target.brokers ?? 1

const entry = {
  id: run.id,
  kind,
  noise: result.steadyWindow.doubt === 'too-noisy' ? 'noisy' : 'usual',
  target: target.label,
  kafka: environment?.kafkaVersion ?? null,
  windowSeconds: plan.quotaWindowMs / 1000,
  offeredRecordsPerSec: sum(plan.producers, ({ recordsPerSec }) => recordsPerSec),
  verdict: run.overlay?.reasonCode ?? null,
  writtenToQuota:
    kind === 'writers-throttled' && target.quotas
      ? rounded(result.steady.ingressWireBytesPerSec.mean / (target.quotas.producerBytesPerSec * brokers))
      : null,
  readToQuota:
    kind === 'readers-throttled' && target.quotas
      ? rounded(result.steady.egressWireBytesPerSec.mean / (target.quotas.consumerBytesPerSec * brokers))
      : null,
  wireToPredicted: rounded(wirePerRecord / (offered.ingressWireBytesPerSec / offered.recordsPerSec)),
  readWireToPredicted: rounded(
    readWirePerRecord / (offered.egressWireBytesPerSec / offered.recordsPerSec / groups.length),
  ),
  requestsToPredicted: run.overlay?.requestProfileRatio == null ? null : rounded(run.overlay.requestProfileRatio),
  written: counted.map(({ producers }) => rounded(sum(producers, (each) => each.ackedRecords) / meanWritten)),
  writersThrottleMs: counted.map(({ producers }) => Math.round(Math.max(...producers.map((each) => each.throttleMs)))),
  read: groups.map((id) => counted.map((sample) => rounded((ofGroup(sample, id)?.records ?? 0) / meanRead))),
  readersThrottleMs: groups.map((id) => counted.map((sample) => Math.round(ofGroup(sample, id)?.throttleMs ?? 0))),
  hostCpu: counted.map(({ hostCpu }) => (hostCpu === null ? null : Math.round(hostCpu * 100) / 100)),
}
process.stdout.write(`${JSON.stringify(entry)}\n`)
