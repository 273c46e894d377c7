/**
 * The table of a prediction's limits.
 */
import { offersWhileWaiting } from '../../capacity/saturation.ts'
import { amountsOf, demandOfCapacity, perText } from '../../charts/constraint-labels.ts'
import { demandLabel } from '../../charts/shared-labels.ts'
import { bindingTexts, constraintsInOrder, fullerTexts } from '../../charts/utilisation-chart.ts'
import { formatValue } from '../../charts/value-format.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import type { Constraint, Prediction } from '../../contracts/prediction.ts'
import { formatUtilisation } from '../../contracts/target-utilisation.ts'
import { formatCount } from '../../units/count.ts'
import { type Block, type Cell, type Content, numberCell, span, table, textCell } from '../document.ts'
import { limitKindLabels } from '../labels.ts'

/** One limit, and those of its dimension for which its row stands too. They are no fuller. */
interface LimitRow {
  readonly constraint: Constraint
  readonly others: number
}

/**
 * Every limit, in the order of `limitsInOrder`.
 * @param isMerged true if limits of one dimension that matter little share a row, as for a scenario with an entry for each
 *   topic of a cluster
 */
export function limitsTable(prediction: Prediction, isMerged: boolean): Block {
  const texts = bindingTexts(prediction)
  const reasons = fullerTexts(prediction)
  const all = limitsInOrder(prediction)
  const rows = isMerged ? mergedRows(all, texts) : all.map((constraint): LimitRow => ({ constraint, others: 0 }))
  return table(
    offersWhileWaiting(prediction)
      ? 'Every limit at the offered load if no client waits, so that batches are less full'
      : 'Every limit at the offered load',
    [textCell('Limit'), numberCell(demandLabel), numberCell('Utilisation'), textCell('Kind')],
    rows.map((row) => cellsOf(row, { texts, reasons })),
  )
}

/** The limits, those that bind and the fullest first. Those that only report waste come last, however full they are. */
export function limitsInOrder(prediction: Prediction): readonly Constraint[] {
  const all = constraintsInOrder(prediction)
  const isStructural = ({ kind }: Constraint) => kind === 'structural'
  return [...all.filter((each) => !isStructural(each)), ...all.filter(isStructural)]
}

/** Below this utilisation, limits of one dimension share a row. A rule of thumb. */
const minOwnUtilisation = 0.01

/** The row of a limit that matters has nothing else; the rows of the others stand for all limits of their dimension. */
function mergedRows(all: readonly Constraint[], texts: ReadonlyMap<string, string>): readonly LimitRow[] {
  const matters = ({ id, kind, utilisation }: Constraint) =>
    texts.has(id) || (kind === 'structural' ? utilisation > 1 : utilisation >= minOwnUtilisation)
  const rows: LimitRow[] = []
  const shared = new Map<Constraint['dimension'], number>()
  for (const constraint of all) {
    const at = shared.get(constraint.dimension)
    const row = at === undefined ? undefined : rows[at]
    if (matters(constraint) || at === undefined || row === undefined) {
      if (!matters(constraint)) shared.set(constraint.dimension, rows.length)
      rows.push({ constraint, others: 0 })
    } else rows[at] = { ...row, others: row.others + 1 }
  }
  return rows
}

/** Words beside limits by constraint id: of those that bind, and why fuller ones do not bind first. */
interface LimitWords {
  readonly texts: ReadonlyMap<string, string>
  readonly reasons: ReadonlyMap<string, string>
}

function cellsOf({ constraint, others }: LimitRow, { texts, reasons }: LimitWords): Cell[] {
  // The kind of a limit that only reports waste says already that it does not limit.
  const reason = constraint.kind === 'structural' ? '' : (reasons.get(constraint.id) ?? '')
  const utilisation = formatValue(constraint.utilisation, 'utilisation')
  const name = constraintName(constraint)
  return [
    textCell([
      others === 0 ? name : `${name} and ${formatCount(others)} more, none fuller`,
      markOf(texts.get(constraint.id)),
      noteBelow(reason),
    ]),
    numberCell([amountsOf(constraint), noteBelow(perText(constraint))]),
    numberCell(others === 0 ? utilisation : `≤ ${utilisation.replace(/^< /, '')}`),
    textCell(limitKindLabels[constraint.kind]),
  ]
}

/**
 * A limit in one line: "72.9 of 60 MB/s · 122 %", "6 of 6 members · 100 % · does not limit". Without these words the last
 * would look fuller than the fullest limit.
 */
export function limitLine(constraint: Constraint): string {
  const parts = [demandOfCapacity(constraint), formatUtilisation(constraint.utilisation)]
  return [...parts, ...(constraint.kind === 'structural' ? [limitKindLabels.structural] : [])].join(' · ')
}

function noteBelow(text: string): Content {
  return text === '' ? null : span('line', span('quiet', text))
}

function markOf(text: string | undefined): Content {
  return text === undefined ? null : [' ', span('mark', text)]
}
