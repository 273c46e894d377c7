/**
 * A queue that draws one chart per task of the event loop. The first chart is drawn at once, so that a keystroke updates
 * its chart without delay. Each further chart gets a task of its own, so that keys are handled in between.
 */

/** Draws one chart with its current data. */
type Draw = () => void

/** Creates a queue. `later` runs a function in a new task. */
export function drawQueue(later: (task: () => void) => void) {
  const waiting = new Set<Draw>()
  let isBusy = false
  const next = (): void => {
    const [draw] = waiting
    isBusy = draw !== undefined
    if (draw === undefined) return
    waiting.delete(draw)
    later(next)
    draw()
  }
  return {
    /** Draws now if the queue is idle, otherwise in turn. Returns a function that removes `draw` from the queue. */
    add(draw: Draw): () => void {
      waiting.add(draw)
      if (!isBusy) next()
      return () => {
        waiting.delete(draw)
      }
    },
  }
}

/** The queue of the page. */
export const pageDrawQueue = drawQueue((task) => {
  window.setTimeout(task)
})
