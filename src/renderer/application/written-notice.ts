import { shell } from '../api.ts'
import type { Notice } from './notices.tsx'

/** A notice about a written report, with a button that shows it in its folder. */
export function writtenNotice(paths: readonly string[]): Notice {
  const [first] = paths
  return {
    text: 'Report written.',
    details: paths,
    ...(first === undefined ? {} : { action: { label: 'Show', run: () => void shell.showInFolder(first) } }),
  }
}
