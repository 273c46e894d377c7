/**
 * The table of docs/verdict-soundness.md, from the recorded counts of two rules.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { formatCount } from '../../src/units/count.ts'
import { failuresOf } from './demands.ts'

const count = z.int().min(0)

const cellRecord = z.strictObject({
  name: z.string(),
  kind: z.enum(['wrong', 'right', 'carried', 'near', 'proves-nothing', 'short-of-readers', 'hosts', 'hosts-wrong']),
  worlds: count,
  verdicts: z.strictObject({ confirmed: count, above: count, below: count, 'not-proven': count }),
  confirmedAtLimit: count,
  reasons: z.record(z.string(), count),
})
type CellRecord = z.output<typeof cellRecord>

/** The counts of one rule, cell by cell. */
const record = z.strictObject({
  /** What judged: a commit, in words. */
  rule: z.string(),
  cells: z.array(cellRecord),
})
export type SoundnessRecord = z.output<typeof record>

export function readRecord(name: string): SoundnessRecord {
  const path = new URL(`../../docs/soundness/${name}.json`, import.meta.url)
  return record.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** One row a cell: what is true, and the shares of both rules; a share that fails its demand is bold. */
export function soundnessTable(before: SoundnessRecord, now: SoundnessRecord): string {
  const old = new Map(before.cells.map((cell) => [cell.name, cell]))
  const rows = now.cells.map((cell) => {
    const was = old.get(cell.name)
    return `| ${cell.name} | ${cell.kind} | ${was === undefined ? 'not run' : sharesOf(was)} | ${sharesOf(cell)} |`
  })
  return [
    `| cell: truth / likely prediction, offered / truth | case | before (${worldsOf(before)} worlds a cell): confirmed, above, below | now (${worldsOf(now)}) |`,
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function worldsOf({ cells }: SoundnessRecord): string {
  return formatCount(Math.min(...cells.map(({ worlds }) => worlds)))
}

function sharesOf(cell: CellRecord): string {
  const { confirmed, above, below } = cell.verdicts
  const text = [confirmed, above, below].map((each) => shareText(each / cell.worlds)).join(', ')
  return failuresOf(cell.kind, cell).length === 0 ? text : `**${text}**`
}

function shareText(share: number): string {
  return `${Number((share * 100).toFixed(share > 0 && share < 0.01 ? 2 : 1))} %`
}
