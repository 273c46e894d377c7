import { useRef, useState } from 'react'

/** True while `write` is active; another `write` does nothing meanwhile. */
export function useWriting(): { readonly isWriting: boolean; write(work: () => Promise<void>): Promise<void> } {
  const [isWriting, setWriting] = useState(false)
  const isTaken = useRef(false)
  return {
    isWriting,
    async write(work) {
      if (isTaken.current) return
      isTaken.current = true
      setWriting(true)
      try {
        await work()
      } finally {
        isTaken.current = false
        setWriting(false)
      }
    },
  }
}
