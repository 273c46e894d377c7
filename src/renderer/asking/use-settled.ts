import { useEffect, useState } from 'react'

/** The latest value that has not changed for this time; `first` until then. */
export function useSettled<T>(value: T, settleMs: number, first: T = value): T {
  const [settled, setSettled] = useState(first)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
