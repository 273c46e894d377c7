import { expect, it } from 'vitest'
import type { Outcome } from '../../../src/contracts/app-error.ts'
import { draftKeeper } from '../../../src/renderer/application/draft-keeper.ts'
import type { Notice } from '../../../src/renderer/application/notices.tsx'

const kept: Outcome<unknown> = { ok: true, value: {} }
const full: Outcome<unknown> = {
  ok: false,
  error: { code: 'DISK_FULL', message: 'The disk is full.', remedy: 'Make room.', problems: [] },
}
const ended: Outcome<unknown> = {
  ok: false,
  error: { code: 'INTERNAL', message: 'The workbench stopped.', remedy: null, problems: [] },
}

it('notifies once if drafts cannot be stored, and again only after one was stored', async () => {
  const notices: Notice[] = []
  const outcomes = [kept, full, full, kept, full, ended, full]
  const keep = draftKeeper(
    () => Promise.resolve(outcomes.shift() ?? kept),
    (notice) => notices.push(notice),
  )
  const told: number[] = []
  for (let text = 1; text <= 7; text += 1) {
    await keep(String(text))
    told.push(notices.length)
  }
  expect(told).toEqual([0, 1, 1, 1, 2, 2, 2])
  expect(notices[0]).toEqual({
    text: 'Your input cannot be kept as a draft. The disk is full.',
    details: ['Make room.'],
    isProblem: true,
  })
})
