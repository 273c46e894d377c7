/**
 * The curve of a what-if, one prediction a step, so that whoever runs it can let the window breathe in between.
 */
import { chanceMet } from '../../../capacity/chance-met.ts'
import { solve } from '../../../capacity/solve.ts'
import { regimeKey, type WhatIfCurve, type WhatIfPoint } from '../../../charts/what-if-regimes.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../contracts/scenario.ts'
import { type FieldRow, fieldRow } from './field-table.ts'
import { type ScenarioEditor, scenarioWith } from './scenario-editor.ts'
import { gridValues, type WhatIfAxis } from './what-if-axis.ts'
import { whatIfField } from './what-if-fields.ts'

/** What a curve is made of. */
export interface WhatIfJob {
  readonly editor: Pick<ScenarioEditor, 'scenario' | 'byteRates'>
  readonly offering: Offering
  readonly axis: WhatIfAxis
  /** Where the field stands. */
  readonly value: number
}

/** Halvings between two values at most: below one thing, or what people would write, nothing is gained. */
const mostHalvings = 12
const fineness = 0.005

/** Traces a curve: the grid first, then, by halving, where another limit takes over. */
export function* traceWhatIf(job: WhatIfJob): Generator<undefined, WhatIfCurve> {
  const { editor, offering, axis, value } = job
  const values = gridValues(axis, value)
  const scenarioAt = scenarioReader(editor, axis.place, [values[0] ?? value, values.at(-1) ?? value])
  const at = (x: number): WhatIfPoint => pointAt(x, scenarioAt(x), offering)
  const grid: WhatIfPoint[] = []
  for (const x of values) {
    grid.push(at(x))
    yield
  }
  const found: WhatIfPoint[] = []
  for (const [index, right] of grid.entries()) {
    const left = grid[index - 1]
    if (left !== undefined && regimeKey(left) !== regimeKey(right)) {
      found.push(...(yield* narrow(left, right, { at, kind: fieldRow(axis.place).kind })))
    }
  }
  const byValue = new Map([...grid, ...found].map((place) => [place.x, place]))
  const points = [...byValue.values()].sort((a, b) => a.x - b.x)
  return { field: whatIfField(axis.place, axis.range, offering), points, now: byValue.get(value) ?? at(value) }
}

/** The last place of one stretch and the first of the next, as near to each other as people would write them. */
function* narrow(
  left: WhatIfPoint,
  right: WhatIfPoint,
  way: { readonly at: (x: number) => WhatIfPoint; readonly kind: FieldRow['kind'] },
): Generator<undefined, WhatIfPoint[]> {
  let [low, high] = [left, right]
  for (let halving = 0; halving < mostHalvings; halving += 1) {
    if (way.kind !== 'count' && high.x - low.x <= fineness * high.x) break
    const middle = (low.x + high.x) / 2
    const rounded = way.kind === 'count' ? middle : Number(middle.toPrecision(3))
    const x = way.kind === 'count' || way.kind === 'bytes' ? Math.round(rounded) : rounded
    if (x <= low.x || x >= high.x) break
    const place = way.at(x)
    yield
    if (regimeKey(place) === regimeKey(low)) low = place
    else high = place
  }
  return [low, high]
}

/**
 * The scenario with another number at a place; null where it cannot be.
 *
 * What a number may be is an interval, whatever else the scenario says: where both ends of the axis can be, so can all
 * between them, and to check each would cost more than to predict it. Ends outside: each is checked.
 */
function scenarioReader(
  editor: WhatIfJob['editor'],
  place: string,
  [first, last]: readonly [number, number],
): (x: number) => Scenario | null {
  const checked = (x: number) => scenarioSchema.safeParse(scenarioWith(editor, place, x)).data ?? null
  const isWholeAxis = checked(first) !== null && checked(last) !== null
  return isWholeAxis ? (x) => scenarioWith(editor, place, x) : checked
}

/** What a changed scenario gets; nothing where it cannot be. */
function pointAt(x: number, changed: Scenario | null, offering: Offering): WhatIfPoint {
  if (changed === null) {
    const nothing = {
      isWhole: false,
      binding: [],
      offeredBytesPerSec: 0,
      ingressLimitBytesPerSec: null,
      chanceMet: null,
    }
    return { x, achievableBytesPerSec: null, readBytesPerSec: null, ...nothing }
  }
  const solution = solve(changed, offering)
  const { achievable, factors, headroom, models, offered, refusals, trafficAt } = solution
  const isFeasible = refusals.length === 0
  const limit = models.find((model) => model.dimension === 'ingress' && model.layer === 'cluster')
  return {
    x,
    offeredBytesPerSec: offered.figures.ingressWireBytesPerSec,
    achievableBytesPerSec: isFeasible ? achievable.ingressWireBytesPerSec : null,
    readBytesPerSec: isFeasible ? trafficAt(Math.min(1, factors.reading.likely)).figures.ingressWireBytesPerSec : null,
    isWhole: isFeasible && headroom.factor >= 1,
    binding: headroom.binding.map((model) => model.dimension),
    chanceMet: chanceMet(solution),
    ingressLimitBytesPerSec: limit?.unit === 'bytes/s' ? limit.capacity : null,
  }
}
