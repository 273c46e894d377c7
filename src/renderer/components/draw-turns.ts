/**
 * Draws charts one per task. The first one of a task is drawn at once, so that a keystroke updates its chart without
 * delay. Each further one gets its own task, so that a view with many charts handles keys in between.
 */

/** Draws one chart with the data at the time of the call. */
type Draw = () => void

/** A queue of charts to draw. `later` runs a function in a new task. */
export function drawingTurns(later: (task: () => void) => void) {
  const waiting = new Set<Draw>()
  let isTaken = false
  const next = (): void => {
    const [draw] = waiting
    isTaken = draw !== undefined
    if (draw === undefined) return
    waiting.delete(draw)
    later(next)
    draw()
  }
  return {
    /** Draws now, or when it is its turn. Returns a function that leaves the queue. */
    take(draw: Draw): () => void {
      waiting.add(draw)
      if (!isTaken) next()
      return () => {
        waiting.delete(draw)
      }
    },
  }
}

/** The queue of the page. */
export const pageTurns = drawingTurns((task) => {
  window.setTimeout(task)
})
