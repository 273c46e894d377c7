/**
 * Files as they are dropped on the window: runs that Headroom exported, and what other tools printed.
 */
import { open } from 'node:fs/promises'

/** An exported run says what it is at its very beginning. */
const exportedRun = /^\uFEFF?\s*\{\s*"kind":\s*"headroom\.run"/
const firstBytes = 200

/** The files of both kinds, in their order. One that cannot be read is left to the import, which says why. */
export async function sortFiles(paths: readonly string[]): Promise<{ exportedRuns: string[]; outputs: string[] }> {
  const areRuns = await Promise.all(paths.map((path) => isExportedRun(path).catch(() => false)))
  return {
    exportedRuns: paths.filter((_path, index) => areRuns[index] === true),
    outputs: paths.filter((_path, index) => areRuns[index] !== true),
  }
}

async function isExportedRun(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0)
    return exportedRun.test(buffer.subarray(0, bytesRead).toString('utf8'))
  } finally {
    await file.close()
  }
}
