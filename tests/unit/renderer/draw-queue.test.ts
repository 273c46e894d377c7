import { describe, expect, it } from 'vitest'
import { drawQueue } from '../../../src/renderer/components/draw-queue.ts'

/** A queue whose tasks are run by the test. */
function manualQueue() {
  const tasks: (() => void)[] = []
  const drawn: string[] = []
  const queue = drawQueue((task) => tasks.push(task))
  return {
    drawn,
    add: (name: string) => queue.add(() => drawn.push(name)),
    runTask: () => tasks.shift()?.(),
  }
}

describe('the queue of charts to draw', () => {
  it('draws one chart per task, the first at once', () => {
    const { add, drawn, runTask } = manualQueue()
    for (const name of ['in', 'out', 'lag']) add(name)
    expect(drawn).toEqual(['in'])
    runTask()
    expect(drawn).toEqual(['in', 'out'])
    runTask()
    expect(drawn).toEqual(['in', 'out', 'lag'])
  })

  it('draws at once again after a task that had no chart to draw', () => {
    const { add, drawn, runTask } = manualQueue()
    add('first')
    runTask()
    add('second')
    expect(drawn).toEqual(['first', 'second'])
  })

  it('does not draw a chart that was removed before its turn', () => {
    const { add, drawn, runTask } = manualQueue()
    add('shown')
    const remove = add('gone')
    remove()
    runTask()
    add('next')
    expect(drawn).toEqual(['shown', 'next'])
  })
})
