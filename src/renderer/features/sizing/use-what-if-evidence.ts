/**
 * Measured runs and published figures that lie on the shown what-if curve.
 */
import { useMemo } from 'react'
import type { WhatIfEvidence } from '../../../charts/what-if-regimes.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { publishedOnCurve } from '../../../evidence/curve-points.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { useSettled } from '../../asking/use-settled.ts'

/** The evidence is loaded after a pause of this length, so that typing or dragging the slider does not load it repeatedly. */
const settleMs = 400
/** One shared empty list, so that a curve without evidence is not drawn again. */
const noPoints: readonly never[] = []
/** No evidence. */
export const noEvidence: WhatIfEvidence = { measured: noPoints, published: noPoints }

/** The evidence on the curve over the field at `place`. A run is added when it ends. */
export function useWhatIfEvidence(scenario: Scenario, place: string, offering: Offering): WhatIfEvidence {
  const settled = useSettled(scenario, settleMs)
  const input = useMemo(() => ({ scenario: settled, path: place }), [settled, place])
  // The subject is the field: while the scenario changes, its earlier runs stay visible; those of another field disappear.
  const { outcome } = useOutcome('runs.on-curve', input, { subject: place })
  const published = useMemo(() => publishedOf(settled, place, offering), [settled, place, offering])
  // After an error the curve is shown without runs. The views of the workspace report the error.
  const measured = outcome?.ok && outcome.value.length > 0 ? outcome.value : noPoints
  return useMemo(() => ({ measured, published }), [measured, published])
}

/** The published figures; none if a figure of the user's own model is invalid. */
function publishedOf(scenario: Scenario, place: string, offering: Offering): WhatIfEvidence['published'] {
  if (offering.evidence.points.length === 0) return noPoints
  try {
    const points = publishedOnCurve(scenario, place, offering)
    return points.length === 0 ? noPoints : points
  } catch {
    return noPoints
  }
}
