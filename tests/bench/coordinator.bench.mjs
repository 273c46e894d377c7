/**
 * The cost of a coordinator per agent that sends one sample per second, for one to 1,000 agents.
 *
 * The agents are simulated by another process (simulated-fleet.mjs): a socket inside TLS each, the whole protocol, two
 * producers each with three histograms a second. The coordinator is the real fleet and the real store: TLS, JSON, checks,
 * merging, writing. CPU time of this process alone, over ten seconds in the middle of a run. The peer is the least that
 * any coordinator does with such a sample: JSON.parse of its text. Arguments: other numbers of agents.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadSources } from './load-sources.mjs'

const fleets = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 10, 50, 100, 200, 500, 1_000]
const leadSeconds = 4
const measuredSeconds = 10
const producersAnAgent = 2

const target = {
  kind: 'connection',
  connection: { kind: 'headroom.connection', schemaVersion: 1, name: 'bench', bootstrapServers: ['127.0.0.1:1'] },
}

const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'))
process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
const sources = await loadSources(
  [
    'src/workbench/fleets/agents-fleet',
    'src/workbench/fleets/agent-connection',
    'src/workbench/store/store',
    'tests/unit/presentation/known-run',
  ],
  ['libsql', 'ws'],
)
const agents = await startAgents()
try {
  console.log(
    'agents     CPU of a core   CPU an agent and second   JSON.parse alone   samples in time   memory    at most',
  )
  for (const count of fleets) console.log(rowText(count, await measure(count)))
} finally {
  agents.stop()
  rmSync(folder, { recursive: true, force: true })
}

function rowText(count, { cpuMs, parseMs, samples, residentBytes, mostResidentBytes }) {
  const perAgent = cpuMs / measuredSeconds / count
  return [
    String(count).padEnd(10),
    `${((cpuMs / measuredSeconds / 1_000) * 100).toFixed(1)} %`.padStart(14),
    `${perAgent.toFixed(2)} ms`.padStart(25),
    `${parseMs.toFixed(2)} ms`.padStart(18),
    `${samples} of ${measuredSeconds}`.padStart(17),
    `${(residentBytes / 1e6).toFixed(0)} MB`.padStart(9),
    `${(mostResidentBytes / 1e6).toFixed(0)} MB`.padStart(11),
  ].join('')
}

async function measure(count) {
  const store = sources.openStore(join(folder, String(count)))
  const plan = planOf(count)
  const id = `agents-${count}`
  store.insertRun({ ...sources.knownRecord, id, plan })
  const kept = []
  const fleet = sources.createAgentsFleet({
    agents: Array.from({ length: count }, (_, index) => ({
      address: `agent-${index}:1`,
      token: 'any',
      controllerName: 'bench',
    })),
    onLostAgent: 'stop',
    // Each has a name of its own; all of them are one server on loopback.
    open: (access, receive) =>
      sources.connectAgent({ ...access, address: `127.0.0.1:${agents.port}#${agents.fingerprint}` }, receive),
  })
  const run = fleet.prepare(
    { plan, target, secrets: {} },
    {
      onEnvironment: () => undefined,
      onProgress: () => undefined,
      onPreflight: () => undefined,
      onNotice: () => undefined,
      onSample(sample) {
        store.addSample(id, sample)
        kept.push({ second: sample.second, atMs: Date.now(), producers: sample.producers.length })
      },
    },
  )
  if (!(await run.ready)) throw new Error(`the run did not begin: ${JSON.stringify(await run.ended)}`)
  const startMs = Date.now() + 1_000
  run.start(startMs)
  await sleep(1_000 + leadSeconds * 1_000)
  const before = process.cpuUsage()
  await sleep(measuredSeconds * 1_000)
  const { user, system } = process.cpuUsage(before)
  const { rss } = process.memoryUsage()
  // In units of 1,024 bytes, of this process so far: fleets come in growing order.
  const mostResidentBytes = process.resourceUsage().maxRSS * 1_024
  const end = await run.ended
  if (end.reason !== 'plan-complete') throw new Error(`the run did not end by its plan: ${JSON.stringify(end)}`)
  const inTime = kept.filter(({ second, atMs, producers }) => {
    const isMeasured = second >= leadSeconds && second < leadSeconds + measuredSeconds
    return isMeasured && producers === plan.producers.length && atMs - startMs - (second + 1) * 1_000 < 2_000
  })
  const parseMs = parseCost(
    store.readSamples(id).find(({ second }) => second === leadSeconds),
    count,
  )
  store.close()
  return { cpuMs: (user + system) / 1_000, parseMs, samples: inTime.length, residentBytes: rss, mostResidentBytes }
}

/** Of one agent's part of a second. */
function parseCost(sample, count) {
  const text = JSON.stringify(sample)
  const rounds = Math.max(3, Math.ceil(300 / count))
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) JSON.parse(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / rounds / count
}

function planOf(count) {
  const { plan } = sources.knownRecord
  const [producer, topic] = [plan.producers[0], plan.topics[0]]
  const producers = Array.from({ length: count * producersAnAgent }, (_, index) => ({
    ...producer,
    id: `producer-${index}`,
    topic: topic.name,
  }))
  const durationMs = (leadSeconds + measuredSeconds + 2) * 1_000
  return { ...plan, durationMs, drainMs: 1_000, topics: [topic], producers, consumerGroups: [] }
}

async function startAgents() {
  const script = fileURLToPath(new URL('./simulated-fleet.mjs', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const line = await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve))
  return { ...JSON.parse(line), stop: () => child.stdin.end() }
}
