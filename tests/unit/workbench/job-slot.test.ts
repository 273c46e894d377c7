import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { createJobSlot } from '../../../src/workbench/job-slot.ts'
import { refusal } from '../refusal.ts'

const newSlot = () => createJobSlot((activeId) => new AppError('RUN_ACTIVE', `${activeId} is active.`))

describe('the slot of the one active job', () => {
  it('takes a second job only after the first one has ended', () => {
    const slot = newSlot()
    const { end } = slot.occupy('one')
    expect(slot.activeId()).toBe('one')
    expect(refusal(() => slot.occupy('two')).message).toBe('one is active.')
    expect(refusal(slot.assertIdle).code).toBe('RUN_ACTIVE')
    end()
    expect(slot.activeId()).toBe(null)
    slot.occupy('two')
    expect(slot.activeId()).toBe('two')
  })

  it('aborts the active job by its id only, which stays active until it ends', () => {
    const slot = newSlot()
    const { signal } = slot.occupy('one')
    expect([slot.abort('two'), signal.aborted]).toEqual([false, false])
    expect([slot.abort('one'), signal.aborted]).toEqual([true, true])
    expect(slot.activeId()).toBe('one')
  })

  it('is closed when its job has ended, which it aborts, or at once without a job', async () => {
    const slot = newSlot()
    await slot.close()
    const { signal, end } = slot.occupy('one')
    let isClosed = false
    const closed = slot.close().then(() => {
      isClosed = true
    })
    await Promise.resolve()
    expect([signal.aborted, isClosed]).toEqual([true, false])
    end()
    await closed
    expect(isClosed).toBe(true)
  })
})
