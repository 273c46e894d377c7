/**
 * Zooms and pans a chart along its x axis by mouse wheel, pointer and keys. A double click shows the whole axis.
 */
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type ChartRange, movedRange, rangeAfterKey, wholeRange, zoomedRange } from '../../charts/chart-range.ts'

/** The visible part of the x axis, and what changes it. */
export interface Zoom {
  readonly range: ChartRange
  readonly isZoomed: boolean
  /** Handles a key; see `rangeAfterKey`. */
  press(key: string): void
  /** Handlers for the canvas. */
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onPointerMove(event: PointerEvent<HTMLElement>): void
    onPointerUp(event: PointerEvent<HTMLElement>): void
    onDoubleClick(): void
  }
}

/** Length of the visible range after one step of the wheel that zooms in / its length before. */
const wheelFactor = 0.85

/** The zoom of a chart. `isPossible` is false for a chart with rows instead of an x axis. */
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

/** With Ctrl the wheel zooms around the pointer. Without it, a horizontal wheel pans and a vertical one scrolls the page. */
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
      // React's wheel listeners are passive: they cannot prevent the page from zooming.
      event.preventDefault()
      const { left, width } = element.getBoundingClientRect()
      const pointerShare = (event.clientX - left) / Math.max(1, width)
      setRange((before) =>
        event.ctrlKey
          ? zoomedRange(before, event.deltaY < 0 ? wheelFactor : 1 / wheelFactor, pointerShare)
          : movedRange(before, event.deltaX / Math.max(1, width)),
      )
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [box, isPossible, setRange])
}
