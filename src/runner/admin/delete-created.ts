/**
 * Deletes topics and groups that a run created. A name counts as deleted only if the cluster says that it does not have it. A
 * name that is missing from its list may be there all the same, because it lists only what the user may describe.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import { textOf } from './explain-kafka-error.ts'

const deletionTimeoutMs = 15_000
/** Time limit for brokers to stop listing deleted topics. They usually apply a deletion within milliseconds. */
const maxUnlistingMs = 5_000
const unlistingPollMs = 50

/** @returns the topics that could not be deleted, with reasons. Missing topics count as deleted. */
export async function deleteTopics(
  admin: Pick<Admin, 'listTopics' | 'deleteTopics'>,
  topics: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const undeleted = new Map<string, string>()
  if (topics.length === 0) return undeleted
  const listed = new Set(await admin.listTopics())
  const existing = topics.filter((topic) => listed.has(topic))
  const deleteAll = (names: readonly string[]) => admin.deleteTopics({ topics: [...names], timeout: deletionTimeoutMs })
  const isDone =
    existing.length > 0 &&
    (await deleteAll(existing).then(
      () => true,
      () => false,
    ))
  // The others are deleted one by one. So are all if a single topic made the common request fail.
  for (const topic of isDone ? topics.filter((name) => !listed.has(name)) : topics) {
    await deleteAll([topic]).catch((error: unknown) => {
      if (!isMissing(error)) undeleted.set(topic, textOf(error))
    })
  }
  await waitUntilUnlisted(admin, new Set(existing.filter((topic) => !undeleted.has(topic))))
  return undeleted
}

/** The controller confirms a deletion before the brokers apply it. Until they do, they still list the topics. */
async function waitUntilUnlisted(admin: Pick<Admin, 'listTopics'>, deleted: ReadonlySet<string>): Promise<void> {
  if (deleted.size === 0) return
  const deadlineMs = performance.now() + maxUnlistingMs
  while ((await admin.listTopics()).some((topic) => deleted.has(topic)) && performance.now() < deadlineMs) {
    await sleep(unlistingPollMs)
  }
}

/** @returns the groups that could not be deleted, with reasons. Missing groups count as deleted. */
export async function deleteGroups(
  admin: Pick<Admin, 'deleteGroups'>,
  groups: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const undeleted = new Map<string, string>()
  for (const group of groups) {
    await admin.deleteGroups([group]).catch((error: unknown) => {
      if (!isMissing(error)) undeleted.set(group, groupErrorOf(error))
    })
  }
  return undeleted
}

/** Returns the reason why a single group could not be deleted. kafkajs puts it into a list of groups. */
function groupErrorOf(error: unknown): string {
  const [inner] = groupErrorsIn(error)
  return textOf(inner ?? error)
}

function groupErrorsIn(error: unknown): readonly unknown[] {
  const groups: unknown = error instanceof Error ? Reflect.get(error, 'groups') : null
  if (!Array.isArray(groups)) return []
  return groups.map((group: unknown) =>
    typeof group === 'object' && group !== null ? Reflect.get(group, 'error') : null,
  )
}

/** True if the cluster says that it has no such topic or group. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (/^(?:UNKNOWN_TOPIC_OR_PARTITION|GROUP_ID_NOT_FOUND)$/.test(String(Reflect.get(error, 'type')))) return true
  return [error.cause, ...groupErrorsIn(error)].some(isMissing)
}
