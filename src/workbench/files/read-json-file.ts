/**
 * Reads JSON and text files. Errors name the place in the file and the reason.
 */
import { isUtf8 } from 'node:buffer'
import { AppError, type ErrorCode } from '../../contracts/app-error.ts'
import { hasMoreValues, maxMessageValues } from '../../contracts/message-bounds.ts'
import { refuseNewerVersion } from '../../contracts/newer-version.ts'
import { type Parsed, parseOrThrow, type Schema } from '../../contracts/parse.ts'
import { fileError } from './file-error.ts'
import { jsonProblems } from './json-problems.ts'
import { readBytes } from './read-bytes.ts'
import { unpackWithin } from './unpack-within.ts'
import { utf16EncodingOf } from './utf16-encoding.ts'

/** Maximum size of a file; of a gzipped file, also its decompressed size. A larger file is certainly the wrong one. */
const maxFileBytes = 200_000_000

/**
 * Maximum size of a file that people write by hand: scenarios, campaigns, connections, secrets, tokens, models and prices.
 */
export const maxWrittenFileBytes = 16_000_000

/**
 * Maximum number of values in a JSON file without samples, counted before the file is parsed. Once parsed, small values need
 * much more memory than their text: 180 MB of `{}` need 3 GB.
 */
const maxFileValues = maxMessageValues

/** A kind of file: what it should contain, and what to report if it does not. */
export interface FileKind<S extends Schema> {
  /** Name of the kind for users, e.g. "scenario". */
  readonly noun: string
  readonly schema: S
  /** Error code for a file with invalid content. */
  readonly code: ErrorCode
  readonly remedy: string
}

/**
 * Reads a file and checks it against the schema of its kind.
 * @throws AppError FILE_UNREADABLE, or `kind.code` with every problem and its place
 */
export async function readJsonFile<S extends Schema>(path: string, kind: FileKind<S>): Promise<Parsed<S>> {
  return parseOrThrow(kind.schema, await readJsonValue(path, kind), {
    code: kind.code,
    what: `The ${kind.noun} ${path}`,
    remedy: kind.remedy,
  })
}

/** What is known of a file before its value is checked. */
type TextKind = Pick<FileKind<Schema>, 'noun' | 'code'> & {
  /** Maximum size. Left out: that of all files. */
  readonly maxBytes?: number
  /** True for a file with the samples of a run, which may have many more values than others. */
  readonly hasSamples?: true
}

/**
 * Reads the JSON value of a file. Checks its version but not its schema.
 * @throws AppError FILE_UNREADABLE, or `kind.code` if the file is not valid JSON (with line and column of each problem)
 * or was written by a newer Headroom
 */
export async function readJsonValue(path: string, kind: TextKind): Promise<unknown> {
  const value = parseJson(await readText(path, kind.noun, kind.maxBytes), path, kind)
  refuseNewerVersion(value, `The ${kind.noun} ${path}`, kind.code)
  return value
}

function parseJson(text: string, path: string, kind: TextKind): unknown {
  if (kind.hasSamples === undefined && hasMoreValues(text, maxFileValues)) {
    throw new AppError(kind.code, `The ${kind.noun} ${path} has more than ${maxFileValues} values.`, {
      remedy: 'Check that this is the file you mean.',
    })
  }
  const problems = jsonProblems(text)
  if (problems.length === 0) return JSON.parse(text)
  throw new AppError(kind.code, `The ${kind.noun} ${path} is not valid JSON.`, {
    problems: problems.map(({ line, column, message }) => ({ place: `${path}:${line}:${column}`, message })),
    remedy: problems.length === 1 ? 'Correct the file at that place.' : 'Correct the file at those places.',
  })
}

/**
 * Reads the text of a file, gzipped or not, without a byte order mark.
 * @throws AppError FILE_UNREADABLE, also if the file is too large, damaged or not UTF-8
 */
export async function readText(path: string, noun: string, maxBytes = maxFileBytes): Promise<string> {
  try {
    const what = `The ${noun} ${path}`
    return decodeUtf8(plainBytes(await readBytes(path, maxBytes, what), what, maxBytes), noun, path)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw fileError(error, 'FILE_UNREADABLE', `The ${noun} ${path}`, 'Check the path and that you may read it.')
  }
}

/** Decodes UTF-8 and drops a byte order mark. */
function decodeUtf8(bytes: Buffer, noun: string, path: string): string {
  if (utf16EncodingOf(bytes) !== null) {
    throw new AppError('FILE_UNREADABLE', `The ${noun} ${path} is UTF-16 text, not UTF-8.`, {
      remedy: 'Save the file as UTF-8.',
    })
  }
  if (!isUtf8(bytes)) {
    const line = firstLineThatIsNotUtf8(bytes)
    throw new AppError('FILE_UNREADABLE', `The ${noun} ${path} is not UTF-8 text.`, {
      problems: [{ place: `${path}:${line}`, message: 'the line has bytes that are not UTF-8' }],
      remedy: 'Save the file as UTF-8.',
    })
  }
  const text = bytes.toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function firstLineThatIsNotUtf8(bytes: Buffer): number {
  let line = 1
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf('\n', from)
    const to = end === -1 ? bytes.length : end
    if (!isUtf8(bytes.subarray(from, to))) return line
    from = to + 1
  }
  return line
}

/** Decompresses a gzipped file and returns other files unchanged. `what` is the subject of an error message. */
function plainBytes(bytes: Buffer, what: string, maxBytes: number): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const unpacked = unpackWithin(bytes, maxBytes)
  if (unpacked === 'too-large') {
    throw new AppError('FILE_UNREADABLE', `${what} unpacks to more than ${maxBytes} bytes.`, {
      remedy: 'Check that this is the file you mean.',
    })
  }
  if (unpacked !== 'unreadable') return Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength)
  throw new AppError('FILE_UNREADABLE', `${what} is gzipped and cannot be unpacked: it is damaged or cut short.`, {
    remedy: 'Get the file again.',
  })
}
