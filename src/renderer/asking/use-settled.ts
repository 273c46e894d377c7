import { useEffect, useState } from 'react'

/** The latest value that did not change for `settleMs`; `first` until there is one. */
export function useSettled<T>(value: T, settleMs: number, first: T = value): T {
  const [settled, setSettled] = useState(first)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
