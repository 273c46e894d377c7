/**
 * Describes changed fields of a scenario: settings by Kafka's name, counts by a noun.
 */
import { kafkaSettingOf } from '../../capacity/kafka-names.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { ChangedField } from '../../planning/measurable-mixes.ts'
import { counted, formatCount } from '../../units/count.ts'
import { joinNames } from '../../units/join-names.ts'

/** Maximum number of entries that are named. The others are counted. */
const maxNames = 3

/**
 * Lists the new values: "linger.ms 50 and fetch.min.bytes 65,536", "4 producer clients of order service".
 * @param scenario the scenario before the changes, or after them if only the new values matter
 */
export function changedFieldsText(changes: readonly ChangedField[], scenario: Scenario): string {
  const texts = new Map<string, ChangedField[]>()
  for (const change of changes) {
    const text = fieldText(change, scenario)
    if (text !== null) texts.set(text, [...(texts.get(text) ?? []), change])
  }
  return joinNames([...texts].map(([text, alike]) => text + ownersText(alike, scenario)))
}

/** One change without its owner; null for the assumed compression ratio, which the text of the codec contains. */
function fieldText({ path, value }: ChangedField, { workload }: Scenario): string | null {
  if (path === 'workload.consumerGroups') return 'no consumer group'
  const [, , index, field = ''] = path.split('.')
  const setting = kafkaSettingOf(field)
  if (setting !== undefined) return `${setting} ${typeof value === 'string' ? value : formatCount(Number(value))}`
  if (field === 'clients') return counted(Number(value), 'producer client')
  if (field === 'members') return counted(Number(value), 'member')
  if (field !== 'partitions') return null
  const before = workload.topics[Number(index)]?.partitions
  const instead = before === undefined || before === value ? '' : ` instead of ${formatCount(before)}`
  return `${formatCount(Number(value))}${instead} ${Number(value) === 1 && instead === '' ? 'partition' : 'partitions'}`
}

/** " of orders"; empty if all entries of the list get the same setting. Counts always name their owners. */
function ownersText(changes: readonly ChangedField[], { workload }: Scenario): string {
  const [, list, index, field = ''] = changes[0]?.path.split('.') ?? []
  if (index === undefined) return ''
  const entries: readonly { readonly name: string }[] =
    list === 'topics' ? workload.topics : list === 'producers' ? workload.producers : workload.consumerGroups
  if (kafkaSettingOf(field) !== undefined && changes.length === entries.length) return ''
  const names = changes.map(({ path }) => entries[Number(path.split('.')[2])]?.name ?? '')
  const shown = names.slice(0, maxNames)
  return ` of ${joinNames(names.length > shown.length ? [...shown, `${names.length - shown.length} more`] : shown)}`
}
