/**
 * Computes the curve of a what-if as a generator. Each step is one prediction, so that the caller can pause in between.
 */
import { chanceMet } from '../../../capacity/chance-met.ts'
import { areGuidelinesOnly } from '../../../capacity/refusals.ts'
import { slowestOf, solve } from '../../../capacity/solve.ts'
import { regimeKey, type WhatIfCurve, type WhatIfPoint } from '../../../charts/what-if-regimes.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../contracts/scenario.ts'
import { type FieldRow, fieldRow } from './field-table.ts'
import { type ScenarioEditor, scenarioWith } from './scenario-editor.ts'
import { gridValues, type WhatIfAxis } from './what-if-axis.ts'
import { whatIfField } from './what-if-fields.ts'

/** The inputs of a curve. */
export interface WhatIfJob {
  readonly editor: Pick<ScenarioEditor, 'scenario' | 'byteRates'>
  readonly offering: Offering
  readonly axis: WhatIfAxis
  /** The current value of the field. */
  readonly value: number
}

/** The search for a change of the binding limit between two values stops after this many halvings. */
const maxHalvings = 12
/** It also stops at this relative distance, because the values in between are rounded to three digits. */
const minRelativeDistance = 0.005

/** Computes a curve: first the grid, then, by halving, the points where the binding limit changes. */
export function* traceWhatIf(job: WhatIfJob): Generator<undefined, WhatIfCurve> {
  const { editor, offering, axis, value } = job
  const values = gridValues(axis, value)
  const scenarioAt = scenarioMaker(editor, axis.place, [values[0] ?? value, values.at(-1) ?? value])
  const at = (x: number): WhatIfPoint => pointAt(x, scenarioAt(x), offering)
  const grid: WhatIfPoint[] = []
  for (const x of values) {
    grid.push(at(x))
    yield
  }
  const changes: WhatIfPoint[] = []
  for (const [index, right] of grid.entries()) {
    const left = grid[index - 1]
    if (left !== undefined && regimeKey(left) !== regimeKey(right)) {
      changes.push(...(yield* narrow(left, right, { at, kind: fieldRow(axis.place).kind })))
    }
  }
  const byValue = new Map([...grid, ...changes].map((point) => [point.x, point]))
  const points = [...byValue.values()].sort((a, b) => a.x - b.x)
  return { field: whatIfField(axis.place, axis.range, offering), points, now: byValue.get(value) ?? at(value) }
}

/**
 * Halves the distance between two points with different binding limits. Returns the points on both sides of the change.
 */
function* narrow(
  left: WhatIfPoint,
  right: WhatIfPoint,
  { at, kind }: { readonly at: (x: number) => WhatIfPoint; readonly kind: FieldRow['kind'] },
): Generator<undefined, WhatIfPoint[]> {
  let [low, high] = [left, right]
  for (let halving = 0; halving < maxHalvings; halving += 1) {
    if (kind !== 'count' && high.x - low.x <= minRelativeDistance * high.x) break
    const middle = (low.x + high.x) / 2
    const rounded = kind === 'count' ? middle : Number(middle.toPrecision(3))
    const x = kind === 'count' || kind === 'bytes' ? Math.round(rounded) : rounded
    if (x <= low.x || x >= high.x) break
    const point = at(x)
    yield
    if (regimeKey(point) === regimeKey(low)) low = point
    else high = point
  }
  return [low, high]
}

/**
 * Returns a function that makes the scenario with another number at a place; null if that scenario is invalid.
 *
 * The valid numbers of a field form an interval. If both ends of the axis are valid, so is everything between them, and
 * the check of each scenario is skipped, because it would take longer than its prediction.
 */
function scenarioMaker(
  editor: WhatIfJob['editor'],
  place: string,
  [first, last]: readonly [number, number],
): (x: number) => Scenario | null {
  const checked = (x: number) => scenarioSchema.safeParse(scenarioWith(editor, place, x)).data ?? null
  const isWholeAxisValid = checked(first) !== null && checked(last) !== null
  return isWholeAxisValid ? (x) => scenarioWith(editor, place, x) : checked
}

/** The point of the curve for a changed scenario. Its rates are null if the scenario is invalid. */
function pointAt(x: number, changed: Scenario | null, offering: Offering): WhatIfPoint {
  if (changed === null) {
    const nothing = {
      fitsWholeLoad: false,
      isOverGuideline: false,
      binding: [],
      offeredBytesPerSec: 0,
      ingressLimitBytesPerSec: null,
      chanceMet: null,
    }
    return { x, achievableBytesPerSec: null, readBytesPerSec: null, capacityBytesPerSec: null, ...nothing }
  }
  const solution = solve(changed, offering)
  const { achievable, factors, headroom, models, offered, refusals, trafficAt } = solution
  const isFeasible = refusals.length === 0
  const slowest = slowestOf(factors.reading) ?? factors.writing
  const limit = models.find((model) => model.dimension === 'ingress' && model.layer === 'cluster')
  return {
    x,
    offeredBytesPerSec: offered.figures.ingressWireBytesPerSec,
    achievableBytesPerSec: isFeasible ? achievable.ingressWireBytesPerSec : null,
    readBytesPerSec: isFeasible ? trafficAt(Math.min(1, slowest.likely)).figures.ingressWireBytesPerSec : null,
    capacityBytesPerSec: isFeasible ? trafficAt(headroom.factor).figures.ingressWireBytesPerSec : null,
    fitsWholeLoad: isFeasible && headroom.factor >= 1,
    isOverGuideline: areGuidelinesOnly({ headroom: headroom.factor, refusals, binding: headroom.binding }),
    binding: headroom.binding.map((model) => model.dimension),
    chanceMet: chanceMet(solution),
    ingressLimitBytesPerSec: limit?.unit === 'bytes/s' ? limit.capacity : null,
  }
}
