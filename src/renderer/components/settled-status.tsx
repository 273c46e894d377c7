import { useEffect, useState } from 'react'

const settleMs = 800

/** Says a text to screen readers once it has stood still: not at each key. */
export function SettledStatus({ text }: { readonly text: string }) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p className="visually-hidden" role="status">
      {settled}
    </p>
  )
}
