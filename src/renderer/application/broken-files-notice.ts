import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { Notice } from './notices.tsx'

/** At most this many problems are listed. The Models view lists all. */
const maxProblems = 8

/** The notice about invalid files of the workspace, with the place of each problem. The files are ignored. */
export function brokenFilesNotice(broken: readonly BrokenFile[]): Notice {
  const problems = broken.flatMap(({ error }) =>
    error.problems.length === 0 ? [error.message] : error.problems.map(({ place, message }) => `${place}: ${message}`),
  )
  const left = problems.length - maxProblems
  const more = left > 0 ? [`and ${left} more; Models lists all of them`] : []
  const what = broken.length === 1 ? 'A file of your workspace is' : `${broken.length} files of your workspace are`
  return {
    text: `${what} invalid and ignored.`,
    details: [...problems.slice(0, maxProblems), ...more],
    isProblem: true,
  }
}
