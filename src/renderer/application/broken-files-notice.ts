import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { Notice } from './notices.tsx'

/** A notice lists at most this many problems; a terminal lists all. */
const mostProblems = 8

/** A notice about invalid files of the workspace, with the place of each problem. The window ignores these files. */
export function brokenFilesNotice(broken: readonly BrokenFile[]): Notice {
  const problems = broken.flatMap(({ error }) =>
    error.problems.length === 0 ? [error.message] : error.problems.map(({ place, message }) => `${place}: ${message}`),
  )
  const left = problems.length - mostProblems
  const more = left > 0 ? [`and ${left} more; Models lists all of them`] : []
  const what = broken.length === 1 ? 'A file of your workspace is' : `${broken.length} files of your workspace are`
  return {
    text: `${what} invalid and ignored.`,
    details: [...problems.slice(0, mostProblems), ...more],
    isProblem: true,
  }
}
