import { useMemo, useRef } from 'react'
import type { CallInput, CallOutput } from '../../../contracts/ipc-contract.ts'
import type { Answer } from '../../asking/answer.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { useSettled } from '../../asking/use-settled.ts'

/** How long a request must stay the same before its preview is loaded. */
const settleMs = 250

/**
 * The preview of a request. It is loaded when the request has not changed for `settleMs`. While the user types, the earlier
 * preview stays. When `subject` (the target or the benchmark) changes, the earlier preview disappears at once.
 */
export function usePreview<K extends 'validation.preview' | 'campaign.preview'>(
  call: K,
  request: CallInput<K> | null,
  subject: string,
): Answer<CallOutput<K>> {
  // The request is a new object in each render, so its JSON is compared.
  const text = request === null ? '' : JSON.stringify(request)
  const now = useMemo(() => ({ text, subject }), [text, subject])
  const settled = useSettled(now, settleMs)
  const isAsked = text !== '' && settled.text !== '' && settled.subject === subject
  const input = useMemo(() => (isAsked ? (JSON.parse(settled.text) as CallInput<K>) : null), [isAsked, settled.text])
  const { outcome, isCurrent } = useOutcome(call, input, { subject })
  return { outcome, isCurrent: isCurrent && settled.text === text }
}

/**
 * True once the first preview has arrived, or if none is awaited. The list below a preview is shown only from then on:
 * otherwise it would move away from the pointer when the preview appears above it.
 */
export function useIsPlaced(isAwaited: boolean): boolean {
  const isPlaced = useRef(false)
  if (!isAwaited) isPlaced.current = true
  return isPlaced.current
}
