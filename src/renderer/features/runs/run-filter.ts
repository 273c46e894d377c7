/**
 * Filters the history of runs by text, outcome and tag. Pure.
 */
import type { RunListEntry } from '../../../contracts/run-record.ts'
import { outcomeLabel } from '../../../presentation/labels.ts'
import { formatCount } from '../../../units/count.ts'

/** The filter; empty texts match everything. */
export interface RunFilter {
  readonly text: string
  /** An `outcomeLabel`. */
  readonly word: string
  readonly tag: string
}

/** The filter that matches everything. */
export const emptyFilter: RunFilter = { text: '', word: '', tag: '' }

/** The matching runs, in unchanged order. All words must occur somewhere. */
export function filterRuns(runs: readonly RunListEntry[], { text, word, tag }: RunFilter): RunListEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return runs.filter((run) => {
    if (word !== '' && outcomeLabel(run) !== word) return false
    if (tag !== '' && !run.tags.includes(tag)) return false
    if (words.length === 0) return true
    const all = [run.id, run.scenarioName, run.targetLabel, run.sentence, run.notes, ...run.tags]
      .join(' ')
      .toLowerCase()
    return words.every((each) => all.includes(each))
  })
}

/** Distinct values with counts, the most frequent first. */
export function countedWords(values: readonly string[]): { readonly value: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

/** A summary of the history in one sentence. */
export function runsSentence(runs: readonly RunListEntry[]): string {
  if (runs.length === 0) return 'No runs yet.'
  const targets = new Set(runs.map(({ targetLabel }) => targetLabel)).size
  const words = countedWords(runs.map(outcomeLabel)).map(({ value, count }) => `${formatCount(count)} ${value}`)
  const of = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
  return `${of(runs.length, 'run')} on ${of(targets, 'target')}: ${words.join(', ')}.`
}

/** Parses comma-separated tags. Removes duplicates and shortens long ones. */
export function readTags(text: string): string[] {
  const words = text.split(',').map((word) => word.trim().slice(0, longestTag))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, mostTags)
}

const longestTag = 40
const mostTags = 20
