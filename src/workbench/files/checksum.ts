/**
 * Computes the checksum of a run record (JSON) and reads it from a report. Readers compare the two to see that record
 * and report belong together.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../contracts/app-error.ts'

const checksumText = /SHA-256 of the run record \(JSON\):(?:\s|<[a-z]+>|`)*([0-9a-f]{64})/

/** Returns the SHA-256 of a file's bytes in hexadecimal, as `sha256sum` prints it. */
export function checksumOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/**
 * Returns the checksum of the run record that a report contains, in hexadecimal.
 * @param path path of the report, for the message
 * @throws AppError INPUT_INVALID if the text contains no checksum, also for a PDF, whose text is compressed
 */
export function namedChecksum(report: string, path: string): string {
  const checksum = checksumText.exec(report)?.[1]
  if (checksum !== undefined) return checksum
  throw new AppError('INPUT_INVALID', `${path} contains no checksum of a run record.`, {
    remedy: report.startsWith('%PDF')
      ? 'A PDF has the checksum in print, on its last page. Compare it with the SHA-256 of the JSON file.'
      : 'Give the HTML or the Markdown report that headroom report wrote.',
  })
}
