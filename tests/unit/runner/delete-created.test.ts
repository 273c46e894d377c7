import { describe, expect, it } from 'vitest'
import { deleteGroups, deleteTopics } from '../../../src/runner/admin/delete-created.ts'

/** An error as kafkajs throws it: by itself, as the cause of another one, or in a list of groups. */
function kafkaError(type: string): Error {
  return Object.assign(new Error(`said ${type}`), { type })
}

/** A cluster that lists these names, and refuses to delete a name for the reason that it has there. */
function cluster(listed: readonly string[], refusals: Readonly<Record<string, string>>) {
  const deleted: string[] = []
  const names = () => listed.filter((name) => !deleted.includes(name))
  return {
    deleted,
    listTopics: async () => names(),
    async deleteTopics({ topics }: { topics: string[] }) {
      for (const name of topics) {
        const type = refusals[name]
        if (type !== undefined) throw new Error('retries exceeded', { cause: kafkaError(type) })
        deleted.push(name)
      }
    },
    async deleteGroups(groups: string[]) {
      const failed = groups.flatMap((groupId) => {
        const type = refusals[groupId]
        return type === undefined ? [] : [{ groupId, error: kafkaError(type) }]
      })
      if (failed.length > 0) throw Object.assign(new Error('Error in DeleteGroups'), { groups: failed })
      deleted.push(...groups)
      return []
    },
  }
}

describe('a topic', () => {
  it('that the user may no longer describe is not taken for deleted because it is not listed', async () => {
    const admin = cluster(['seen'], { hidden: 'TOPIC_AUTHORIZATION_FAILED', gone: 'UNKNOWN_TOPIC_OR_PARTITION' })
    expect([...(await deleteTopics(admin, ['seen', 'hidden', 'gone']))]).toEqual([['hidden', 'retries exceeded']])
    expect(admin.deleted).toEqual(['seen'])
  })

  it('that may be described and not deleted is named, and does not keep the others', async () => {
    const admin = cluster(['kept', 'free'], { kept: 'TOPIC_AUTHORIZATION_FAILED' })
    expect([...(await deleteTopics(admin, ['kept', 'free'])).keys()]).toEqual(['kept'])
    expect(admin.deleted).toEqual(['free'])
  })
})

describe('a group', () => {
  it('that the cluster does not say to be missing is not taken for deleted', async () => {
    const admin = cluster(['seen'], { hidden: 'GROUP_AUTHORIZATION_FAILED', gone: 'GROUP_ID_NOT_FOUND' })
    const undeleted = await deleteGroups(admin, ['seen', 'hidden', 'gone'])
    expect(admin.deleted).toEqual(['seen'])
    expect([...undeleted]).toEqual([['hidden', 'said GROUP_AUTHORIZATION_FAILED']])
  })

  it.each(['NON_EMPTY_GROUP', 'COORDINATOR_NOT_AVAILABLE'])('that cannot be deleted is named: %s', async (type) => {
    const undeleted = await deleteGroups(cluster(['busy'], { busy: type }), ['busy'])
    expect([...undeleted]).toEqual([['busy', `said ${type}`]])
  })
})
