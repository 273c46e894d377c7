/**
 * Cleans up after hosts that were killed. It ends their processes, removes their folders, and deletes their topics and
 * groups if the cluster can be reached.
 */
import { readdirSync, rmSync } from 'node:fs'
import { realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LeasedProcess, type LeaseFile, leaseFile } from '../../contracts/lease.ts'
import { check } from '../../contracts/parse.ts'
import { runNamePrefix } from '../../contracts/run-plan.ts'
import { counted } from '../../units/count.ts'
import { plainAccess } from '../admin/cluster-access.ts'
import { connectAdmin } from '../admin/kafka-admin.ts'
import { readSmallFile } from '../admin/read-small-file.ts'
import { readProcessStartTime } from './process-start-time.ts'
import { leaseSuffix, unknownStartTime } from './run-lease.ts'

/**
 * Short limits, because users wait for a sweep. The next host that starts tries again what was not finished in time.
 */
const clusterTimeoutMs = 4_000
const processTimeoutMs = 3_000

/**
 * After this time a sweep gives up on an unreachable cluster, because short retention has emptied the topics by then.
 */
const giveUpAfterMs = 7 * 24 * 3_600_000

/**
 * Sweeps the leases of hosts that no longer run.
 * @returns sentences for users about what was found and done
 */
export async function sweepLeases(stateDirectory: string): Promise<string[]> {
  const notices: string[] = []
  for (const path of listLeases(stateDirectory)) {
    const lease = readLease(path)
    if (lease === 'newer') {
      notices.push(`The lease ${path} was written by a newer version of this program, which must sweep it.`)
    } else if (lease === null) {
      rmSync(path, { force: true })
      notices.push(`The lease ${path} could not be read and was removed.`)
    } else if (!isHostAlive(lease.host)) {
      notices.push(...(await sweepLease(stateDirectory, path, lease)))
    }
  }
  return notices
}

/** True if the process still runs. A different start time means that its id was reused by another process. */
export function isAlive({ pid, startTime }: LeasedProcess): boolean {
  return readProcessStartTime(pid) === startTime
}

/**
 * True if the host still runs. If its start time is unknown, any process with its id counts as the host, because the
 * resources of a live run must not be removed.
 */
function isHostAlive(host: LeasedProcess): boolean {
  if (host.startTime !== unknownStartTime) return isAlive(host)
  try {
    process.kill(host.pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM'
  }
}

async function sweepLease(stateDirectory: string, path: string, lease: LeaseFile): Promise<string[]> {
  const notices: string[] = []
  const living = lease.processes.filter(isAlive)
  const survivors = await endProcesses(living)
  if (living.length > survivors.length) {
    notices.push(
      `Ended ${counted(living.length - survivors.length, 'process', 'processes')} that run ${lease.runId} had left.`,
    )
  }
  for (const { pid } of survivors)
    notices.push(`Process ${pid} of run ${lease.runId} could not be ended; end it yourself.`)
  for (const directory of lease.directories) notices.push(...(await removeDirectory(stateDirectory, directory)))
  const cluster = await sweepCluster(lease)
  notices.push(...cluster.notices)
  if (cluster.isDone && survivors.length === 0) rmSync(path, { force: true })
  return notices
}

/** Kills the processes. @returns those that still run after the time limit */
async function endProcesses(processes: readonly LeasedProcess[]): Promise<LeasedProcess[]> {
  for (const leased of processes) {
    // Checked again just before the signal, because the id may have been reused.
    if (isAlive(leased)) kill(leased.pid)
  }
  const deadlineMs = performance.now() + processTimeoutMs
  while (processes.some(isAlive) && performance.now() < deadlineMs) await sleep(50)
  return processes.filter(isAlive)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It exited meanwhile, or belongs to another user; the caller checks again.
  }
}

async function removeDirectory(stateDirectory: string, directory: string): Promise<string[]> {
  const relativePath = relative(resolve(stateDirectory), resolve(stateDirectory, directory))
  const isAbsolute = resolve(relativePath) === relativePath
  if (relativePath === '' || relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute) {
    return [leftAlone(stateDirectory, directory)]
  }
  try {
    const path = join(stateDirectory, relativePath)
    if (await isBehindLink(stateDirectory, relativePath)) return [leftAlone(stateDirectory, directory)]
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    // The watchdog of the cluster may have removed the folder already and left the empty folder above it.
    if (dirname(relativePath) !== '.') await rmdir(dirname(path)).catch(() => undefined)
    return []
  } catch (error) {
    return [
      `The folder ${directory} of a dead run could not be removed: ${error instanceof Error ? error.message : error}.`,
    ]
  }
}

function leftAlone(stateDirectory: string, directory: string): string {
  return `The folder ${directory} of a dead run is outside ${stateDirectory} and was left alone.`
}

/**
 * True if a folder above the path is a symbolic link. In a workspace that somebody else made, the link could lead to any folder
 * of the user. A link at the end of the path is harmless, because only the link itself is removed.
 * @param relativePath relative to the state directory
 */
async function isBehindLink(stateDirectory: string, relativePath: string): Promise<boolean> {
  const parent = await realpath(join(stateDirectory, dirname(relativePath))).catch(() => null)
  return parent !== null && parent !== join(await realpath(stateDirectory), dirname(relativePath))
}

/** Outcome for the topics and groups of a lease. If `isDone` is true, no later sweep needs to try again. */
type ClusterSweep = { readonly isDone: boolean; readonly notices: readonly string[] }

async function sweepCluster(lease: LeaseFile): Promise<ClusterSweep> {
  // Names without Headroom's prefix are never deleted, even if the file lists them.
  const topics = lease.topics.filter((topic) => topic.startsWith(runNamePrefix))
  const groups = lease.groups.filter((group) => group.startsWith(runNamePrefix))
  if (lease.cluster === null || topics.length + groups.length === 0) return { isDone: true, notices: [] }
  const names = [...topics, ...groups].join(', ')
  if (lease.cluster.needsSecrets) {
    return {
      isDone: true,
      notices: [
        `Run ${lease.runId} was killed and may have left ${names}. Delete them yourself, because this cluster requires a log-in.`,
      ],
    }
  }
  const isOld = Date.now() - lease.createdAtEpochMs > giveUpAfterMs
  const timeout = new AbortController()
  try {
    const deletion = deleteNames(lease.cluster.bootstrapServers, topics, groups)
    deletion.catch(() => undefined)
    const timeLimit = sleep(clusterTimeoutMs, undefined, { signal: timeout.signal }).then((): never => {
      throw new Error(`no response within ${clusterTimeoutMs / 1000} s`)
    })
    timeLimit.catch(() => undefined)
    const leftovers = await Promise.race([deletion, timeLimit])
    if (leftovers.size === 0) return { isDone: true, notices: [`Deleted what run ${lease.runId} had left: ${names}.`] }
    const sentences = [...leftovers].map(([name, why]) => `${name} of run ${lease.runId} could not be deleted: ${why}.`)
    return { isDone: isOld, notices: sentences }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      isDone: isOld,
      notices: [`Run ${lease.runId} may have left ${names}, and its cluster could not be reached: ${why}`],
    }
  } finally {
    timeout.abort()
  }
}

/** @returns the reasons why topics and groups could not be deleted, by name */
async function deleteNames(
  bootstrapServers: readonly string[],
  topics: readonly string[],
  groups: readonly string[],
): Promise<Map<string, string>> {
  const options = { clientId: `${runNamePrefix}sweep`, retries: 0, requestTimeoutMs: clusterTimeoutMs }
  const admin = await connectAdmin(plainAccess(bootstrapServers), options)
  try {
    return new Map([...(await admin.deleteGroups(groups)), ...(await admin.deleteTopics(topics))])
  } finally {
    await admin.close()
  }
}

function listLeases(stateDirectory: string): string[] {
  try {
    return readdirSync(stateDirectory, { withFileTypes: true })
      .filter((entry) => entry.name.endsWith(leaseSuffix) && !entry.isDirectory())
      .map(({ name }) => join(stateDirectory, name))
  } catch {
    // If the folder does not exist, there was no run yet.
    return []
  }
}

/** @returns 'newer' if a newer version of the program wrote the file; null if it is unreadable or invalid */
function readLease(path: string): LeaseFile | 'newer' | null {
  try {
    const content: unknown = JSON.parse(readSmallFile(path))
    const outcome = check(leaseFile, content)
    if (outcome.ok) return outcome.value
    const version = typeof content === 'object' && content !== null ? Reflect.get(content, 'schemaVersion') : null
    return typeof version === 'number' && version > leaseFile.shape.schemaVersion.value ? 'newer' : null
  } catch {
    return null
  }
}
