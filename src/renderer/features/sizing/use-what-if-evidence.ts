/**
 * What was measured and published of the curve that is shown.
 */
import { useMemo } from 'react'
import type { WhatIfEvidence } from '../../../charts/what-if-regimes.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { publishedOnCurve } from '../../../evidence/curve-points.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { useSettled } from '../../asking/use-settled.ts'

/** Long enough for a burst of typing, or a handle that is dragged, to come to rest. */
const restMs = 400
/** Always the same: a curve on which nothing lies is not drawn once more. */
const noPoints: readonly never[] = []
/** Nothing was seen. */
export const noEvidence: WhatIfEvidence = { measured: noPoints, published: noPoints }

/** Evidence for the field at `place`. A run that ended is on the curve at once, so that a sweep grows on it. */
export function useWhatIfEvidence(scenario: Scenario, place: string, offering: Offering): WhatIfEvidence {
  const rested = useSettled(scenario, restMs)
  const input = useMemo(() => ({ scenario: rested, path: place }), [rested, place])
  // While the scenario changes, its runs of a moment ago stay. Runs of another field are on no curve of this one.
  const { outcome } = useOutcome('runs.on-curve', input, { subject: place })
  const published = useMemo(() => publishedOf(rested, place, offering), [rested, place, offering])
  // A curve without its runs is still the curve; that the workspace cannot be read is said elsewhere.
  const measured = outcome?.ok && outcome.value.length > 0 ? outcome.value : noPoints
  return useMemo(() => ({ measured, published }), [measured, published])
}

/** A model of the user's own may say of a figure what no scenario can be: the curve is drawn without it. */
function publishedOf(scenario: Scenario, place: string, offering: Offering): WhatIfEvidence['published'] {
  if (offering.evidence.points.length === 0) return noPoints
  try {
    const points = publishedOnCurve(scenario, place, offering)
    return points.length === 0 ? noPoints : points
  } catch {
    return noPoints
  }
}
