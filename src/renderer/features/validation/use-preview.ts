import { useMemo } from 'react'
import type { CallInput, CallOutput } from '../../../contracts/ipc-contract.ts'
import type { Answer } from '../../asking/answer.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { useSettled } from '../../asking/use-settled.ts'

const settleMs = 250

/**
 * What a request would do, asked when it has not changed for a moment. `subject` is what it is about: while a field of it is
 * typed the earlier answer stays in sight; when another target or benchmark is chosen it goes at once.
 */
export function usePreview<K extends 'validation.preview' | 'campaign.preview'>(
  call: K,
  request: CallInput<K> | null,
  subject: string,
): Answer<CallOutput<K>> {
  // A request is made anew at each rendering: its text tells whether it is another one.
  const text = request === null ? '' : JSON.stringify(request)
  const now = useMemo(() => ({ text, subject }), [text, subject])
  const settled = useSettled(now, settleMs)
  const isAsked = text !== '' && settled.text !== '' && settled.subject === subject
  const input = useMemo(() => (isAsked ? (JSON.parse(settled.text) as CallInput<K>) : null), [isAsked, settled.text])
  const { outcome, isCurrent } = useOutcome(call, input, { subject })
  return { outcome, isCurrent: isCurrent && settled.text === text }
}
