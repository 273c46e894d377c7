import { shell } from '../api.ts'
import type { Notice } from './notices.tsx'

/** A notice that names the files of a written report, or other written files. A button shows the first one in its folder. */
export function writtenNotice(paths: readonly string[], text = 'Report written.'): Notice {
  const [first] = paths
  return {
    text,
    details: paths,
    ...(first === undefined ? {} : { action: { label: 'Show', run: () => void shell.showInFolder(first) } }),
  }
}
