import { useEffect, useState } from 'react'
import type { CallInput, CallOutput } from '../../../contracts/ipc-contract.ts'
import { workbench } from '../../api.ts'
import { type Answered, type Preview, previewOf } from './preview-answer.ts'

const settleMs = 250

/**
 * What a request would do, asked once it has stood still. `subject` is what it is about: while a field of it is typed the
 * answer of a moment ago stays in sight, while another target or benchmark is chosen it is gone at once.
 */
export function usePreview<K extends 'validation.preview' | 'campaign.preview'>(
  call: K,
  request: CallInput<K> | null,
  subject: string,
): Preview<CallOutput<K>> {
  const [answered, setAnswered] = useState<Answered<CallOutput<K>> | null>(null)
  // A request is made anew at each rendering; its text tells whether it is another one.
  const text = request === null ? '' : JSON.stringify(request)
  useEffect(() => {
    if (text === '') return setAnswered(null)
    let isWanted = true
    const timer = setTimeout(() => {
      workbench.call(call, JSON.parse(text)).then((outcome) => {
        if (isWanted) setAnswered({ text, subject, outcome })
      })
    }, settleMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [call, text, subject])
  return previewOf(answered, { text, subject })
}
