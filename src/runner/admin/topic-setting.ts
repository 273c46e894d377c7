/**
 * Reads a setting of topics from a cluster.
 */
import kafkajs, { type Admin } from 'kafkajs'

// The default export, because Node does not find all named exports of this CommonJS package.
const { ConfigResourceTypes } = kafkajs

/**
 * The setting by topic, also where it is the default of the cluster. Empty if it cannot be read: reading settings requires a
 * separate permission.
 */
export async function readTopicSetting(
  admin: Admin,
  topics: readonly string[],
  setting: string,
): Promise<ReadonlyMap<string, string>> {
  if (topics.length === 0) return new Map()
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: [setting] })),
    })
    return new Map(
      resources.flatMap(({ resourceName, configEntries }) => {
        const value = configEntries.find(({ configName }) => configName === setting)?.configValue
        return value === undefined ? [] : [[resourceName, value] as const]
      }),
    )
  } catch {
    return new Map()
  }
}
