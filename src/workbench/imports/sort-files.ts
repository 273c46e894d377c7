/**
 * Files as they are dropped on the window: scenarios, runs that Headroom exported, and what other tools printed.
 */
import { open } from 'node:fs/promises'

/** An exported run says what it is at its very beginning; a scenario may have its schema before it. */
const exportedRun = /^\uFEFF?\s*\{\s*"kind":\s*"headroom\.run"/
const scenario = /^\uFEFF?\s*\{\s*(?:"\$schema":\s*"[^"]*",\s*)?"kind":\s*"headroom\.scenario"/
/** As the window suggests it; a broken one is opened too, which says what is broken. */
const scenarioName = /\.headroom\.json$/i
const firstBytes = 400

type FileKind = 'exportedRuns' | 'scenarios' | 'outputs'

/** The files of each kind, in their order. One that cannot be read is left to the import, which says why. */
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
