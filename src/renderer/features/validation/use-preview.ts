import { useEffect, useState } from 'react'
import type { Outcome } from '../../../contracts/app-error.ts'
import type { ValidationPreview, ValidationRequest } from '../../../contracts/validation-request.ts'
import { workbench } from '../../api.ts'

const settleMs = 250

/** What a request would do, asked once it has stood still; null before the first answer and without a request. */
export function usePreview(request: ValidationRequest | null): Outcome<ValidationPreview> | null {
  const [preview, setPreview] = useState<Outcome<ValidationPreview> | null>(null)
  // A request is made anew at each rendering; its text tells whether it is another one.
  const text = request === null ? '' : JSON.stringify(request)
  useEffect(() => {
    if (text === '') return setPreview(null)
    let isWanted = true
    const timer = setTimeout(() => {
      workbench.call('validation.preview', JSON.parse(text)).then((outcome) => {
        if (isWanted) setPreview(outcome)
      })
    }, settleMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [text])
  return preview
}
