import { useEffect, useState } from 'react'

/** The value as it was when it had not changed for so long; `first` until then. */
export function useSettled<T>(value: T, settleMs: number, first: T = value): T {
  const [settled, setSettled] = useState(first)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
