/**
 * What an agent costs while nobody uses it: CPU time and memory of its process, over 30 s after ten of rest. Linux.
 * The peer is a Node that does nothing, the same one.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const runner = fileURLToPath(new URL('../../src/runner/', import.meta.url))
const nodePath = join(runner, 'node_modules/node/bin/node')
const restMs = 10_000
const measuredMs = 30_000
/** Of Linux' /proc/PID/stat: 1/100 s, whatever the kernel's own clock is. */
const tickMs = 10

const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'))
const agent = spawn(nodePath, [join(runner, 'dist/agent.mjs'), '--listen', '127.0.0.1:0', '--state-dir', folder])
const peer = spawn(nodePath, ['-e', 'setInterval(() => undefined, 1e9)'])
try {
  await sleep(restMs)
  const before = [cpuMs(agent.pid), cpuMs(peer.pid)]
  await sleep(measuredMs)
  const [ofAgent, ofPeer] = [cpuMs(agent.pid) - before[0], cpuMs(peer.pid) - before[1]]
  console.log(`an idle agent: ${text(ofAgent, agent.pid)}`)
  console.log(`an idle Node:  ${text(ofPeer, peer.pid)}`)
} finally {
  agent.kill('SIGTERM')
  peer.kill('SIGKILL')
  await new Promise((resolve) => agent.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

function text(cpu, pid) {
  const share = ((cpu / measuredMs) * 100).toFixed(2)
  return `${cpu} ms of CPU in ${measuredMs / 1_000} s (${share} % of a core), ${residentMb(pid)} MB of memory`
}

/** User and system time of a process so far. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

function residentMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(kilobytes) / 1_000)
}
