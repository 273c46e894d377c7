import { describe, expect, it } from 'vitest'
import { drawingTurns } from '../../../src/renderer/components/draw-turns.ts'

/** Turns whose tasks are run by hand. */
function turnsByHand() {
  const tasks: (() => void)[] = []
  const drawn: string[] = []
  const turns = drawingTurns((task) => tasks.push(task))
  return {
    drawn,
    take: (name: string) => turns.take(() => drawn.push(name)),
    runTask: () => tasks.shift()?.(),
  }
}

describe('charts that are drawn in turn', () => {
  it('are drawn one a task, the first of them at once', () => {
    const { take, drawn, runTask } = turnsByHand()
    for (const name of ['in', 'out', 'lag']) take(name)
    expect(drawn).toEqual(['in'])
    runTask()
    expect(drawn).toEqual(['in', 'out'])
    runTask()
    expect(drawn).toEqual(['in', 'out', 'lag'])
  })

  it('are drawn at once again when a task had none to draw', () => {
    const { take, drawn, runTask } = turnsByHand()
    take('first')
    runTask()
    take('second')
    expect(drawn).toEqual(['first', 'second'])
  })

  it('are not drawn when they left before their turn', () => {
    const { take, drawn, runTask } = turnsByHand()
    take('shown')
    const leave = take('gone')
    leave()
    runTask()
    take('next')
    expect(drawn).toEqual(['shown', 'next'])
  })
})
