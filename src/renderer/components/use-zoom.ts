/**
 * Zooming and moving a chart along its x axis: by wheel, by dragging, by keys; a double click shows all of it.
 */
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type ChartRange, movedRange, rangeAfterKey, wholeRange, zoomedRange } from '../../charts/chart-range.ts'

/** A range and what changes it. */
export interface Zoom {
  readonly range: ChartRange
  readonly isZoomed: boolean
  /** Does what a key does: see `rangeAfterKey`. */
  press(key: string): void
  /** On the element around the canvas. */
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onPointerMove(event: PointerEvent<HTMLElement>): void
    onPointerUp(event: PointerEvent<HTMLElement>): void
    onDoubleClick(): void
  }
}

const wheelFactor = 0.85

/** One zoom for the life of a chart; `isPossible` is false for a chart of rows. */
export function useZoom(box: RefObject<HTMLElement | null>, isPossible: boolean): Zoom {
  const [range, setRange] = useState(wholeRange)
  const dragged = useRef<{ readonly x: number; readonly range: ChartRange } | null>(null)
  useWheel(box, isPossible, setRange)
  const press = (key: string) => setRange((before) => rangeAfterKey(before, key) ?? before)
  const isZoomed = isPossible && range !== wholeRange && range.to - range.from < 1
  return {
    range: isPossible ? range : wholeRange,
    isZoomed,
    press,
    handlers: {
      onPointerDown(event) {
        if (!isZoomed || event.button !== 0) return
        dragged.current = { x: event.clientX, range }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event) {
        const start = dragged.current
        if (start === null) return
        const width = event.currentTarget.clientWidth
        setRange(movedRange(start.range, (start.x - event.clientX) / Math.max(1, width)))
      },
      onPointerUp() {
        dragged.current = null
      },
      onDoubleClick: () => setRange(wholeRange),
    },
  }
}

/** With Ctrl held the wheel zooms about the pointer; without it the page scrolls. */
function useWheel(
  box: RefObject<HTMLElement | null>,
  isPossible: boolean,
  setRange: (change: (before: ChartRange) => ChartRange) => void,
): void {
  useEffect(() => {
    const element = box.current
    if (element === null || !isPossible) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && event.deltaX === 0) return
      // A listener of React is passive and could not keep the page from zooming.
      event.preventDefault()
      const { left, width } = element.getBoundingClientRect()
      const about = (event.clientX - left) / Math.max(1, width)
      setRange((before) =>
        event.ctrlKey
          ? zoomedRange(before, event.deltaY < 0 ? wheelFactor : 1 / wheelFactor, about)
          : movedRange(before, event.deltaX / Math.max(1, width)),
      )
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [box, isPossible, setRange])
}
