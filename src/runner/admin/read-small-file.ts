/**
 * Reads a certificate, key or token, or a file of the runner's own folder. The path may come from a controller, and the folder
 * from a workspace that somebody else made. So devices, pipes and large files are refused: a device never ends, and opening a
 * pipe waits for its writer.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Maximum size of a file. A bundle of all public certificate authorities has about 200 kB. */
const maxBytes = 4_000_000

/** Reads a text file. @throws Error if it cannot be read, is no regular file, or is larger than 4 MB */
export function readSmallFile(path: string): string {
  // Without O_NONBLOCK, opening a pipe would wait. Windows has no such flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new Error('it is no regular file')
    if (stats.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
