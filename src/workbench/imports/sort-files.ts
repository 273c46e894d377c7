/**
 * Sorts files that were dropped on the window into scenarios, exported runs and outputs of other tools.
 */
import { open } from 'node:fs/promises'

/** The first two patterns match the beginning of a file. A scenario may have `$schema` before its kind. */
const exportedRunStart = /^\uFEFF?\s*\{\s*"kind":\s*"headroom\.run"/
const scenarioStart = /^\uFEFF?\s*\{\s*(?:"\$schema":\s*"[^"]*",\s*)?"kind":\s*"headroom\.scenario"/
/**
 * Matches the file name that the window suggests. A broken scenario with such a name is opened to show its problems.
 */
const scenarioName = /\.headroom\.json$/i
/** Number of bytes of a file that are read to recognise it. */
const beginningBytes = 400

type FileKind = 'exportedRuns' | 'scenarios' | 'outputs'

/**
 * Returns the files of each kind in the given order. A file that cannot be read is sorted to the outputs, whose import
 * reports why.
 */
export async function sortFiles(paths: readonly string[]): Promise<Record<FileKind, string[]>> {
  const kinds = await Promise.all(paths.map((path) => kindOfFile(path)))
  const filesOf = (kind: FileKind) => paths.filter((_path, index) => kinds[index] === kind)
  return { exportedRuns: filesOf('exportedRuns'), scenarios: filesOf('scenarios'), outputs: filesOf('outputs') }
}

async function kindOfFile(path: string): Promise<FileKind> {
  const beginning = await readBeginning(path).catch(() => '')
  if (exportedRunStart.test(beginning)) return 'exportedRuns'
  return scenarioStart.test(beginning) || scenarioName.test(path) ? 'scenarios' : 'outputs'
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}
