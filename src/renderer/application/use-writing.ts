import { useRef, useState } from 'react'

/** Writes one set of files at a time. While `write` runs its work, `isWriting` is true and further calls do nothing. */
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
