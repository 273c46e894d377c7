/**
 * The checksum by which a reader verifies that a run record (JSON) belongs to a report.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../contracts/app-error.ts'

const checksumText = /SHA-256 of the run record \(JSON\):(?:\s|<[a-z]+>|`)*([0-9a-f]{64})/

/** SHA-256 of the bytes of a file, in hexadecimal, as `sha256sum` prints it. */
export function checksumOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/**
 * The checksum that a report contains.
 * @throws AppError INPUT_INVALID if the text contains none, for example that of a PDF
 */
export function namedChecksum(report: string, path: string): string {
  const found = checksumText.exec(report)?.[1]
  if (found !== undefined) return found
  throw new AppError('INPUT_INVALID', `${path} contains no checksum of a run record.`, {
    remedy: report.startsWith('%PDF')
      ? 'A PDF has the checksum in print, on its last page. Compare it with the SHA-256 of the JSON file.'
      : 'Give the HTML or the Markdown report that headroom report wrote.',
  })
}
