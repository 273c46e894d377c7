/**
 * Deletes the topics and groups of a run and reports those that could not be deleted.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { CleanUp } from '../../contracts/run-record.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { connectAdmin, type KafkaAdmin } from '../admin/kafka-admin.ts'

/** Topics and groups that a run created on a cluster that outlives it. */
export type CreatedNames = { readonly topics: readonly string[]; readonly groups: readonly string[] }

/** What to delete, on which cluster, and in which time. */
export type CleanUpOptions = {
  readonly access: ClusterAccess
  readonly runId: string
  readonly created: CreatedNames
  /**
   * Time limit for all attempts. A group whose worker was killed can be deleted only after its session timeout (10 s).
   */
  readonly budgetMs: number
}

/** Pause between two attempts, and the time by which the last attempt may exceed the time limit. */
export const cleanUpRetryMs = 500

/** Tries to delete groups and topics until all are deleted or the time is up. Never rejects. */
export async function cleanUpCluster(options: CleanUpOptions): Promise<CleanUp> {
  const work = deleteAll(options)
  const nothingDeleted = leftoversOf(options.created, 'the cluster did not respond in time')
  const timeout = new AbortController()
  const timeLimitMs = options.budgetMs + cleanUpRetryMs
  const atTimeLimit = sleep(timeLimitMs, nothingDeleted, { signal: timeout.signal }).catch(() => nothingDeleted)
  try {
    return await Promise.race([work, atTimeLimit])
  } finally {
    timeout.abort()
  }
}

async function deleteAll({ access, runId, created, budgetMs }: CleanUpOptions): Promise<CleanUp> {
  const deadlineMs = performance.now() + budgetMs
  // Remaining names, each with the reason why the last attempt failed.
  let topics = new Map(created.topics.map((name) => [name, 'not tried']))
  let groups = new Map(created.groups.map((name) => [name, 'not tried']))
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
    if (topics.size + groups.size === 0 || performance.now() + cleanUpRetryMs > deadlineMs)
      return resultOf(created, topics, groups)
    await sleep(cleanUpRetryMs)
  }
}

async function connect(access: ClusterAccess, runId: string, deadlineMs: number): Promise<KafkaAdmin | AppError> {
  try {
    const requestTimeoutMs = Math.max(1_000, deadlineMs - performance.now())
    return await connectAdmin(access, { clientId: `headroom-${runId}-clean-up`, retries: 0, requestTimeoutMs })
  } catch (error) {
    return AppError.from(error)
  }
}

/** Tries once to remove the remaining names. @returns the names that still remain, with reasons */
async function attempt(
  remaining: ReadonlyMap<string, string>,
  remove: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Map<string, string>> {
  const names = [...remaining.keys()]
  try {
    return new Map(await remove(names))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return new Map(names.map((name) => [name, why]))
  }
}

function resultOf(
  created: CreatedNames,
  topics: ReadonlyMap<string, string>,
  groups: ReadonlyMap<string, string>,
): CleanUp {
  return {
    deletedTopics: created.topics.filter((name) => !topics.has(name)),
    deletedGroups: created.groups.filter((name) => !groups.has(name)),
    leftovers: [
      ...[...topics].map(([name, why]) => sentence('Topic', name, why)),
      ...[...groups].map(([name, why]) => sentence('Group', name, why)),
    ],
  }
}

/** The outcome if nothing could be deleted, all for the same reason. */
export function leftoversOf(created: CreatedNames, why: string): CleanUp {
  return resultOf(
    created,
    new Map(created.topics.map((name) => [name, why])),
    new Map(created.groups.map((name) => [name, why])),
  )
}

function sentence(what: string, name: string, why: string): string {
  return `${what} ${name} is still there (${why.replace(/\.$/, '')}); delete it yourself, or let the next run delete it.`
}
