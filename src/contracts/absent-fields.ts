/**
 * Properties of a topic that a scenario does not have because Headroom does not model them.
 */

/** Spellings of compaction, in lower case and without punctuation: a setting, and what people call it. */
const compactionNames: ReadonlySet<string> = new Set([
  ...['cleanup', 'cleanuppolicy', 'logcleanuppolicy', 'compact', 'compacted', 'compaction'],
  ...['iscompacted', 'logcompaction'],
])

/** Says that a field is not modelled and what to enter instead, as a clause without a full stop; null for any other name. */
export function notModelledText(field: string): string | null {
  // Names in a file of somebody else may be very long.
  if (field.length > maxNameLength || !compactionNames.has(field.toLowerCase().replace(/[^a-z]/g, ''))) return null
  return 'log compaction is not modelled: leave it out, and give as retentionMs the time in which producers write as many bytes as the compacted log keeps'
}

const maxNameLength = 40
