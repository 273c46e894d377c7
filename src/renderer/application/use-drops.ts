/**
 * Receives files that are dropped on the window.
 */
import { useEffect, useRef, useState } from 'react'
import { shell } from '../api.ts'

/** Calls `onFiles` with the paths of dropped files. Returns true while files are dragged over the window. */
export function useDrops(onFiles: (paths: readonly string[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    // Text can be dragged too. The field below the pointer handles it.
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      const paths = [...(event.dataTransfer?.files ?? [])].map((file) => shell.pathOfFile(file)).filter(Boolean)
      if (paths.length > 0) latest.current(paths)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return isOver
}
