import { useEffect, useState } from 'react'
import type { Outcome } from '../../../contracts/app-error.ts'
import type { CallInput, CallOutput } from '../../../contracts/ipc-contract.ts'
import { workbench } from '../../api.ts'

const settleMs = 250

/** What a request would do, asked once it has stood still; null before the first answer and without a request. */
export function usePreview<K extends 'validation.preview' | 'campaign.preview'>(
  call: K,
  request: CallInput<K> | null,
): Outcome<CallOutput<K>> | null {
  const [preview, setPreview] = useState<Outcome<CallOutput<K>> | null>(null)
  // A request is made anew at each rendering; its text tells whether it is another one.
  const text = request === null ? '' : JSON.stringify(request)
  useEffect(() => {
    if (text === '') return setPreview(null)
    let isWanted = true
    const timer = setTimeout(() => {
      workbench.call(call, JSON.parse(text)).then((outcome) => {
        if (isWanted) setPreview(outcome)
      })
    }, settleMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [call, text])
  return preview
}
