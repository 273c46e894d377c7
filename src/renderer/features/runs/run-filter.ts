/**
 * Filters and summarises the history of runs. Pure.
 */
import type { RunListEntry } from '../../../contracts/run-record.ts'
import { outcomeLabel } from '../../../presentation/labels.ts'
import { formatCount } from '../../../units/count.ts'

/** A filter. Empty texts match everything. */
export interface RunFilter {
  readonly text: string
  /** The word of an outcome, as `outcomeLabel` gives it. */
  readonly word: string
  readonly tag: string
}

/** The filter that matches everything. */
export const emptyFilter: RunFilter = { text: '', word: '', tag: '' }

/**
 * The matching runs, in unchanged order. Every word of `text` must occur in an id, name, target, sentence, note or tag.
 */
export function filterRuns(runs: readonly RunListEntry[], { text, word, tag }: RunFilter): RunListEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return runs.filter((run) => {
    if (word !== '' && outcomeLabel(run) !== word) return false
    if (tag !== '' && !run.tags.includes(tag)) return false
    if (words.length === 0) return true
    const all = [run.id, run.scenarioName, run.targetLabel, run.sentence, run.notes, ...run.tags]
      .join(' ')
      .toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** The distinct values with their counts, the most frequent first. */
export function countedWords(values: readonly string[]): { readonly value: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

/** Summarises runs in one sentence, for example "3 runs on 1 target: 2 confirmed, 1 partial." */
export function runsSentence(runs: readonly RunListEntry[]): string {
  if (runs.length === 0) return 'No runs yet.'
  const targets = new Set(runs.map(({ targetLabel }) => targetLabel)).size
  const words = countedWords(runs.map(outcomeLabel)).map(({ value, count }) => `${formatCount(count)} ${value}`)
  const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
  return `${counted(runs.length, 'run')} on ${counted(targets, 'target')}: ${words.join(', ')}.`
}

/** Parses comma-separated tags. Drops duplicates and tags beyond `maxTags`, and shortens long ones. */
export function readTags(text: string): string[] {
  const words = text.split(',').map((word) => word.trim().slice(0, maxTagLength))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxTags)
}

/** Maximum length of a tag, in characters. */
const maxTagLength = 40
/** Maximum number of tags of a run. */
const maxTags = 20
