/**
 * A run that goes on, and the processes that it is made of.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type Call, callHeadroom, headroomJson, processesOf } from '../integration/validate-support.ts'

/** Starts a validation of about 40 s of load on a cluster of as many real brokers. */
export function startRun(workspace: string, brokers = 1): Call {
  const words = ['validate', 'examples/first.headroom.json', '--target', 'embedded:kafka', '--scale', '0.05']
  const size = ['--set', `workload.topics.0.replicationFactor=${brokers}`]
  const quick = ['--quota-window-seconds', '4', ...size, '--json']
  return callHeadroom(workspace, [...words, ...quick])
}

/** The process id of the runner's host. */
export function hostOf(workspace: string): number {
  return processOf(workspace, 'host.mjs')
}

/** The process id of the broker, or of the first of several. */
export function brokerOf(workspace: string): number {
  return processOf(workspace, 'kafka.Kafka')
}

function processOf(workspace: string, name: string): number {
  const all = processesOf(workspace)
  const found = all.find(({ command }) => command.includes(name))
  if (found === undefined) {
    const others = all.map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`)
    throw new Error(`no process of ${name} was found among ${others.length}:\n${others.join('\n')}`)
  }
  return found.pid
}

/** Process ids of the load's workers in the order in which they were started: producers, then consumers. */
export function workersOf(workspace: string): number[] {
  const host = hostOf(workspace)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return parent === host && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('worker.mjs')
      } catch {
        return false
      }
    })
    .map(Number)
    .sort((left, right) => left - right)
}

/** The run as the next call sees it. */
export async function lastRun(workspace: string) {
  const { value } = await headroomJson(workspace, ['runs', 'show', 'last'])
  return value
}
