/**
 * Reads a file of bounded size. Devices, pipes and folders are refused: a device may never end, and opening a pipe waits
 * for its writer.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { AppError } from '../../contracts/app-error.ts'

/**
 * Reads a whole file.
 * @param what subject of the error message, e.g. "The scenario mine.json"
 * @throws AppError FILE_UNREADABLE if it is no regular file or larger than `maxBytes`; other errors of the file system
 * as they are
 */
export async function readBytes(path: string, maxBytes: number, what: string): Promise<Buffer> {
  if (path === '-') throw standardInput(what)
  // Without O_NONBLOCK, opening a pipe would wait. Windows has no such flag.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = await file.stat()
    // A folder is let through: reading it fails with EISDIR, for which `fileError` has a message.
    if (!stats.isFile() && !stats.isDirectory()) throw notRegular(what)
    if (stats.size > maxBytes) throw tooLarge(what, stats.size, maxBytes)
    const chunks: Uint8Array[] = []
    let bytes = 0
    // Reads one byte more than allowed, because a file may grow, and files of /proc have the size 0.
    for await (const chunk of file.createReadStream({ end: maxBytes, autoClose: false })) {
      chunks.push(chunk)
      bytes += chunk.length
    }
    if (bytes > maxBytes) throw tooLarge(what, bytes, maxBytes)
    return Buffer.concat(chunks)
  } finally {
    await file.close()
  }
}

function standardInput(what: string): AppError {
  return new AppError('FILE_UNREADABLE', `${what} could not be read: Headroom does not read standard input.`, {
    remedy: 'Write its content to a file and give that file. A file of this name is ./-',
  })
}

function notRegular(what: string): AppError {
  return new AppError('FILE_UNREADABLE', `${what} could not be read: it is a device or a pipe.`, {
    remedy: 'Write its content to a file and give that file.',
  })
}

function tooLarge(what: string, bytes: number, maxBytes: number): AppError {
  return new AppError('FILE_UNREADABLE', `${what} is too large (${bytes} bytes, at most ${maxBytes} are read).`, {
    remedy: 'Check that this is the file you mean.',
  })
}
