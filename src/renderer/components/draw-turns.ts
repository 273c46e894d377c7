/**
 * Charts are drawn one a task: the first of a task at once, so that a key and its chart are one, each further one in a task
 * of its own, so that a view with many charts takes keys in between.
 */

/** How one chart is drawn; what it draws is what there is when its turn comes. */
type Draw = () => void

/** Lets charts draw in turn. `later` runs something in a task of its own. */
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
    /** Draws now or in turn; returns how to leave the queue. */
    take(draw: Draw): () => void {
      waiting.add(draw)
      if (!isTaken) next()
      return () => {
        waiting.delete(draw)
      }
    },
  }
}

/** The turns of the page. */
export const pageTurns = drawingTurns((task) => {
  window.setTimeout(task)
})
