/**
 * Computes the curve of a what-if in short slices, after the answer to a keystroke was painted, so that the window stays
 * responsive.
 */
import { useEffect, useState } from 'react'
import type { WhatIfCurve } from '../../../charts/what-if-regimes.ts'
import { traceWhatIf, type WhatIfJob } from './what-if-curve.ts'

/** Maximum duration of a slice: half of a frame at 60 Hz. */
const sliceMs = 8

/** A curve, and the place of the field that it varies. */
interface TracedCurve {
  readonly curve: WhatIfCurve
  readonly place: string
}

/** The curve of the last completed job; null before the first one. A new job cancels an unfinished one. */
export function useWhatIf({ editor, offering, axis, value }: WhatIfJob): TracedCurve | null {
  const { scenario, byteRates } = editor
  const [traced, setTraced] = useState<TracedCurve | null>(null)
  useEffect(() => {
    const steps = traceWhatIf({ editor: { scenario, byteRates }, offering, axis, value })
    let timer = 0
    const slice = () => {
      const until = performance.now() + sliceMs
      let step = steps.next()
      while (step.done !== true && performance.now() < until) step = steps.next()
      if (step.done === true) setTraced({ curve: step.value, place: axis.place })
      else timer = window.setTimeout(slice)
    }
    // A timer that is set in a frame's callback fires after that frame was painted.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(slice)
    })
    return () => {
      cancelAnimationFrame(frame)
      window.clearTimeout(timer)
    }
  }, [scenario, byteRates, offering, axis, value])
  return traced
}
