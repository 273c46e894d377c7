/**
 * Unique names for the workloads of a mixture and for their topics, producers and groups.
 */
import type { Scenario } from '../../contracts/scenario.ts'

/** An entry whose name in the mixture differs from the one in its own scenario. */
export type Renamed = {
  readonly workload: string
  readonly list: 'topics' | 'producers' | 'consumerGroups'
  readonly from: string
  readonly to: string
}

/** Maximum length of the name of a scenario or an entry, in characters. */
const maxNameLength = 200

/**
 * Renames entries whose name occurs in several scenarios, so that every name means one entry. All others keep their
 * names, because the length of a name is part of the framing of requests.
 */
export function withUniqueNames(given: readonly Scenario[]): {
  readonly scenarios: readonly Scenario[]
  readonly renamed: readonly Renamed[]
} {
  const labels = uniqueLabels(given.map(({ name }) => name))
  const renamed: Renamed[] = []
  const renamer = (list: Renamed['list'], join: (label: string, name: string) => string) => {
    const namesOf = ({ workload }: Scenario) => [...new Set(workload[list].map(({ name }) => name))]
    const taken = new Set(given.flatMap(namesOf))
    const isShared = sharedNames(given.map(namesOf))
    return given.map((scenario, index) => {
      const workload = labels[index] ?? scenario.name
      const newNames = new Map<string, string>()
      for (const from of namesOf(scenario)) {
        if (!isShared(from)) continue
        const to = freeName(join(workload, from), taken)
        taken.add(to)
        newNames.set(from, to)
        renamed.push({ workload, list, from, to })
      }
      return newNames
    })
  }
  const topics = renamer('topics', (label, name) => `${asTopicName(label)}.${name}`)
  const producers = renamer('producers', (label, name) => `${name} of ${label}`)
  const groups = renamer('consumerGroups', (label, name) => `${name} of ${label}`)
  const scenarios = given.map((scenario, index) =>
    withNames(scenario, {
      label: labels[index] ?? scenario.name,
      topics: topics[index] ?? new Map(),
      producers: producers[index] ?? new Map(),
      groups: groups[index] ?? new Map(),
    }),
  )
  return { scenarios, renamed }
}

type NewNames = ReadonlyMap<string, string>

function withNames(
  { workload, ...scenario }: Scenario,
  names: { readonly label: string; readonly topics: NewNames; readonly producers: NewNames; readonly groups: NewNames },
): Scenario {
  const topicOf = (name: string) => names.topics.get(name) ?? name
  return {
    ...scenario,
    name: names.label,
    workload: {
      ...workload,
      topics: workload.topics.map((each) => ({ ...each, name: topicOf(each.name) })),
      producers: workload.producers.map((each) => ({
        ...each,
        name: names.producers.get(each.name) ?? each.name,
        topic: topicOf(each.topic),
      })),
      consumerGroups: workload.consumerGroups.map((each) => ({
        ...each,
        name: names.groups.get(each.name) ?? each.name,
        topic: topicOf(each.topic),
      })),
    },
  }
}

function sharedNames(names: readonly (readonly string[])[]): (name: string) => boolean {
  const uses = new Map<string, number>()
  for (const name of names.flat()) uses.set(name, (uses.get(name) ?? 0) + 1)
  return (name) => (uses.get(name) ?? 0) > 1
}

/** "orders", "orders (2)". */
function uniqueLabels(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let label = name
    for (let number = 2; taken.has(label); number++) {
      const end = ` (${number})`
      label = `${name.slice(0, maxNameLength - end.length)}${end}`
    }
    taken.add(label)
    return label
  })
}

/** The name, shortened if it is too long, and numbered if it is taken. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted.slice(0, maxNameLength)
  for (let number = 2; taken.has(name); number++) {
    const end = `-${number}`
    name = `${wanted.slice(0, maxNameLength - end.length)}${end}`
  }
  return name
}

/** A workload's name with only the characters that Kafka allows in the name of a topic. */
function asTopicName(label: string): string {
  const kept = label.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return (kept === '' ? 'workload' : kept).slice(0, maxNameLength / 2)
}
