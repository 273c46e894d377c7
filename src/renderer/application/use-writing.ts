import { useRef, useState } from 'react'

/** Runs one `write` at a time. While one is active, `isWriting` is true and further calls do nothing. */
export function useWriting(): { readonly isWriting: boolean; write(work: () => Promise<void>): Promise<void> } {
  const [isWriting, setWriting] = useState(false)
  const isBusy = useRef(false)
  return {
    isWriting,
    async write(work) {
      if (isBusy.current) return
      isBusy.current = true
      setWriting(true)
      try {
        await work()
      } finally {
        isBusy.current = false
        setWriting(false)
      }
    },
  }
}
