/**
 * After a run: what it made is deleted, and what could not be deleted is named.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { CleanUp } from '../../contracts/run-record.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { connectAdmin, type KafkaAdmin } from '../admin/kafka-admin.ts'

/** Names of what a run made on a cluster that outlives it. */
export type MadeNames = { readonly topics: readonly string[]; readonly groups: readonly string[] }

export type CleanUpOptions = {
  readonly access: ClusterAccess
  readonly runId: string
  readonly made: MadeNames
  /** Time for all of it. A group whose worker was killed goes only when its session has expired: 10 s. */
  readonly budgetMs: number
}

const retryMs = 500

/** Deletes groups and topics until all are gone or the time is up. Never throws. */
export async function cleanUpCluster(options: CleanUpOptions): Promise<CleanUp> {
  const work = deleteAll(options)
  const left: CleanUp = leftoversOf(options.made, 'the cluster did not answer in time')
  const timeout = new AbortController()
  const late = sleep(options.budgetMs + retryMs, left, { signal: timeout.signal }).catch(() => left)
  try {
    return await Promise.race([work, late])
  } finally {
    timeout.abort()
  }
}

async function deleteAll({ access, runId, made, budgetMs }: CleanUpOptions): Promise<CleanUp> {
  const deadlineMs = Date.now() + budgetMs
  let topics = new Map(made.topics.map((name) => [name, 'not tried']))
  let groups = new Map(made.groups.map((name) => [name, 'not tried']))
  for (;;) {
    const admin = await connect(access, runId, deadlineMs)
    if (admin instanceof AppError) {
      for (const name of topics.keys()) topics.set(name, admin.message)
      for (const name of groups.keys()) groups.set(name, admin.message)
    } else {
      groups = await attempt(groups, (names) => admin.deleteGroups(names))
      topics = await attempt(topics, (names) => admin.deleteTopics(names))
      await admin.close()
    }
    if (topics.size + groups.size === 0 || Date.now() + retryMs > deadlineMs) return resultOf(made, topics, groups)
    await sleep(retryMs)
  }
}

async function connect(access: ClusterAccess, runId: string, deadlineMs: number): Promise<KafkaAdmin | AppError> {
  try {
    const requestTimeoutMs = Math.max(1_000, deadlineMs - Date.now())
    return await connectAdmin(access, { clientId: `headroom-${runId}-clean-up`, retries: 0, requestTimeoutMs })
  } catch (error) {
    return AppError.from(error)
  }
}

async function attempt(
  left: ReadonlyMap<string, string>,
  remove: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Map<string, string>> {
  const names = [...left.keys()]
  try {
    return new Map(await remove(names))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return new Map(names.map((name) => [name, why]))
  }
}

function resultOf(made: MadeNames, topics: ReadonlyMap<string, string>, groups: ReadonlyMap<string, string>): CleanUp {
  return {
    deletedTopics: made.topics.filter((name) => !topics.has(name)),
    deletedGroups: made.groups.filter((name) => !groups.has(name)),
    leftovers: [
      ...[...topics].map(([name, why]) => sentence('Topic', name, why)),
      ...[...groups].map(([name, why]) => sentence('Group', name, why)),
    ],
  }
}

/** Everything is still there, for one reason. */
export function leftoversOf(made: MadeNames, why: string): CleanUp {
  return resultOf(
    made,
    new Map(made.topics.map((name) => [name, why])),
    new Map(made.groups.map((name) => [name, why])),
  )
}

function sentence(what: string, name: string, why: string): string {
  return `${what} ${name} is still there (${why.replace(/\.$/, '')}); delete it by hand, or let the next run sweep it.`
}
