/**
 * The curve of a what-if, computed after the key's own answer was painted and a few milliseconds at a time.
 */
import { useEffect, useState } from 'react'
import type { WhatIfCurve } from '../../../charts/what-if-regimes.ts'
import { traceWhatIf, type WhatIfJob } from './what-if-curve.ts'

/** Longest stretch of one slice: half of what a frame has. */
const sliceMs = 8

/** A curve, and the place of the field that it is over. */
interface TracedCurve {
  readonly curve: WhatIfCurve
  readonly place: string
}

/** The curve of the last job that came to its end; null before the first one. What was begun for an older job stops. */
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
    // A timer set within a frame fires after that frame was painted.
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
