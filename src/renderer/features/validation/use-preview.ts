import { useMemo } from 'react'
import type { CallInput, CallOutput } from '../../../contracts/ipc-contract.ts'
import type { Answer } from '../../asking/answer.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { useSettled } from '../../asking/use-settled.ts'

const settleMs = 250

/**
 * The preview of a request, loaded when the request has not changed for a moment. While a field is typed, the earlier
 * preview stays visible; if `subject` (the target or benchmark) changes, it disappears at once.
 */
export function usePreview<K extends 'validation.preview' | 'campaign.preview'>(
  call: K,
  request: CallInput<K> | null,
  subject: string,
): Answer<CallOutput<K>> {
  // A request is a new object at each rendering, so its text is compared.
  const text = request === null ? '' : JSON.stringify(request)
  const now = useMemo(() => ({ text, subject }), [text, subject])
  const settled = useSettled(now, settleMs)
  const isAsked = text !== '' && settled.text !== '' && settled.subject === subject
  const input = useMemo(() => (isAsked ? (JSON.parse(settled.text) as CallInput<K>) : null), [isAsked, settled.text])
  const { outcome, isCurrent } = useOutcome(call, input, { subject })
  return { outcome, isCurrent: isCurrent && settled.text === text }
}
