/**
 * What was measured and published of the curve that is shown.
 */
import { useEffect, useMemo, useState } from 'react'
import type { WhatIfEvidence } from '../../../charts/what-if-regimes.ts'
import type { MeasuredCurvePoint } from '../../../contracts/curve-point.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { publishedOnCurve } from '../../../evidence/curve-points.ts'
import { workbench } from '../../api.ts'

/** Long enough for a burst of typing, or a handle that is dragged, to come to rest. */
const restMs = 400
/** Always the same: a curve on which nothing lies is not drawn once more. */
const noPoints: readonly never[] = []
/** Nothing was seen. */
export const noEvidence: WhatIfEvidence = { measured: noPoints, published: noPoints }

interface MeasuredOfPlace {
  readonly place: string
  readonly points: readonly MeasuredCurvePoint[]
}

/** Evidence for the field at `place`; runs are asked for again when a run has ended, so that a sweep grows on its curve. */
export function useWhatIfEvidence(scenario: Scenario, place: string, offering: Offering): WhatIfEvidence {
  const rested = useRested(scenario)
  const [asked, setAsked] = useState<MeasuredOfPlace>({ place, points: noPoints })
  useEffect(() => {
    let isCurrent = true
    const ask = () => {
      void workbench.call('runs.on-curve', { scenario: rested, path: place }).then((outcome) => {
        // A curve without its runs is still the curve; why the workspace cannot be read is said elsewhere.
        if (isCurrent) setAsked({ place, points: outcome.ok && outcome.value.length > 0 ? outcome.value : noPoints })
      })
    }
    ask()
    const stop = workbench.on('validation.ended', ask)
    return () => {
      isCurrent = false
      stop()
    }
  }, [rested, place])
  const published = useMemo(() => publishedOf(rested, place, offering), [rested, place, offering])
  // Runs over partitions are none over record sizes: until those are known there are none.
  const measured = asked.place === place ? asked.points : noPoints
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

function useRested(scenario: Scenario): Scenario {
  const [rested, setRested] = useState(scenario)
  useEffect(() => {
    const timer = setTimeout(() => setRested(scenario), restMs)
    return () => clearTimeout(timer)
  }, [scenario])
  return rested
}
