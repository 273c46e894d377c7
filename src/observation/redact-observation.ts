/**
 * Replaces the names of topics, groups, files and hosts in an observation with `topic-1`, `group-1`, `file-1`, `host-1`.
 * Each name has the same replacement everywhere, and the same observation always gets the same replacements. Names of
 * Kafka's internal topics stay, because they reveal nothing about the user.
 */
import { createdNoteWords } from '../contracts/cluster-reading.ts'
import { createHostHider, type TextTransform } from '../contracts/hide-hosts.ts'
import type { Observation } from '../contracts/observation.ts'

/** The observation with all names replaced. */
export function redactObservation(observation: Observation): Observation {
  const replacements = replacementsOf(observation)
  const nameOf = (name: string) => replacements.get(name) ?? name
  const hideNames = textWithout(replacements)
  const hideHosts = createHostHider()
  const hidden: TextTransform = (text) => hideHosts(hideNames(text))
  return {
    ...observation,
    name: `observation of ${new Date(observation.createdAtEpochMs).toISOString().slice(0, 10)}`,
    sources: observation.sources.map(({ label, notes, ...source }) => {
      return { ...source, sha256: null, label: nameOf(label), notes: notes.map(hidden) }
    }),
    topics: observation.topics.map((topic) => ({ ...topic, name: nameOf(topic.name) })),
    groups: observation.groups.map(({ name, reads }) => {
      return { name: nameOf(name), reads: reads.map((read) => ({ ...read, topic: nameOf(read.topic) })) }
    }),
    openQuestions: observation.openQuestions.map((question) => {
      return { ...question, text: hidden(question.text), effect: hidden(question.effect) }
    }),
    isRedacted: true,
  }
}

function replacementsOf({ topics, groups, sources }: Observation): ReadonlyMap<string, string> {
  const replacements = new Map<string, string>()
  const add = (names: readonly string[], word: string) => {
    const unknown = [...new Set(names)].filter((name) => !replacements.has(name))
    for (const [index, name] of unknown.entries()) replacements.set(name, `${word}-${index + 1}`)
  }
  // Groups may read topics that are not in the list of topics.
  const read = groups.flatMap(({ reads }) => reads.map(({ topic }) => topic))
  const internal = new Set(topics.filter(({ isInternal }) => isInternal).map(({ name }) => name))
  const created = sources.flatMap(({ notes }) => notes.flatMap(createdTopicsIn))
  const named = [...topics.map(({ name }) => name), ...read, ...created].filter((name) => !internal.has(name))
  add(named, 'topic')
  add(
    groups.map(({ name }) => name),
    'group',
  )
  // Other sources have a label that says what they are, such as "running cluster".
  add(
    sources.filter(({ sha256 }) => sha256 !== null).map(({ label }) => label),
    'file',
  )
  return replacements
}

/** The topics that a note names as created during the reading: "… this reading: clicks, views and 2 more." */
function createdTopicsIn(note: string): readonly string[] {
  if (!note.startsWith(createdNoteWords)) return []
  return note
    .slice(createdNoteWords.length)
    .replace(/(?: and \d+ more)?\.$/, '')
    .split(',')
    .map((name) => name.trim())
}

/** Replaces whole names inside sentences. Longer names match first, because one name may contain another. */
function textWithout(replacements: ReadonlyMap<string, string>): TextTransform {
  const names = [...replacements.keys()].sort((one, other) => other.length - one.length)
  if (names.length === 0) return (text) => text
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}._-])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_-])`, 'gu')
  return (text) => text.replace(pattern, (name) => replacements.get(name) ?? name)
}
