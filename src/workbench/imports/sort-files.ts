/**
 * Sorts files that are dropped on the window: scenarios, exported runs, and outputs of other tools.
 */
import { open } from 'node:fs/promises'

/** Patterns of the beginning of a file. A scenario may have `$schema` before its kind. */
const exportedRun = /^\uFEFF?\s*\{\s*"kind":\s*"headroom\.run"/
const scenario = /^\uFEFF?\s*\{\s*(?:"\$schema":\s*"[^"]*",\s*)?"kind":\s*"headroom\.scenario"/
/** The name that the window suggests. A broken scenario of that name is opened too, so that its problems are shown. */
const scenarioName = /\.headroom\.json$/i
const firstBytes = 400

type FileKind = 'exportedRuns' | 'scenarios' | 'outputs'

/** The files of each kind, in the given order. A file that cannot be read counts as an output; the import says why. */
export async function sortFiles(paths: readonly string[]): Promise<Record<FileKind, string[]>> {
  const kinds = await Promise.all(paths.map((path) => kindOfFile(path)))
  const of = (wanted: FileKind) => paths.filter((_path, index) => kinds[index] === wanted)
  return { exportedRuns: of('exportedRuns'), scenarios: of('scenarios'), outputs: of('outputs') }
}

async function kindOfFile(path: string): Promise<FileKind> {
  const beginning = await readBeginning(path).catch(() => '')
  if (exportedRun.test(beginning)) return 'exportedRuns'
  return scenario.test(beginning) || scenarioName.test(path) ? 'scenarios' : 'outputs'
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}
