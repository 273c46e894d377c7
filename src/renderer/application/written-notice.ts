import { shell } from '../api.ts'
import type { Notice } from './notices.tsx'

/** Says where a report was written, and shows it. */
export function writtenNotice(paths: readonly string[]): Notice {
  const [first] = paths
  return {
    text: 'Report written.',
    details: paths,
    ...(first === undefined ? {} : { action: { label: 'Show', run: () => void shell.showInFolder(first) } }),
  }
}
