import { shell } from '../api.ts'
import type { Notice } from './notices.tsx'

/** A notice about a written report, or other files, with a button that shows the first in its folder. */
export function writtenNotice(paths: readonly string[], text = 'Report written.'): Notice {
  const [first] = paths
  return {
    text,
    details: paths,
    ...(first === undefined ? {} : { action: { label: 'Show', run: () => void shell.showInFolder(first) } }),
  }
}
