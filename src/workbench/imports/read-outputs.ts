/**
 * Reads the outputs of benchmark tools from files, in any encoding that a shell may have used.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { AppError, type Problem } from '../../contracts/app-error.ts'
import type { ImportedFile } from '../../contracts/imported-run.ts'
import type { ToolOutput } from '../../measurement/imports/tool-output.ts'
import { isTopicList } from '../../observation/topic-list.ts'
import { fileError } from '../files/file-error.ts'
import { jsonProblems } from '../files/json-problems.ts'
import { isZip, sheetTexts } from '../files/spreadsheet.ts'

/** A file that was read. */
export interface OutputFile {
  /** Absolute path of its folder. */
  readonly folder: string
  readonly file: ImportedFile
  readonly output: ToolOutput
}

/** Largest accepted file. A day of one line per second is less than 10 MB. */
const largestFileBytes = 64_000_000

/** Words of the error. */
export interface ReadingWords {
  /** What cannot be done: "be imported". */
  readonly task: string
  readonly remedy: string
}

const ofTools: ReadingWords = {
  task: 'be imported',
  remedy: 'Check the paths, and that each file is the text output or the result file of a benchmark tool.',
}

/** Longer file names are shortened. */
const longestName = 160

/**
 * The files, in the given order.
 * @throws AppError FILE_UNREADABLE or INPUT_INVALID with every problem of every file.
 */
export async function readOutputs(paths: readonly string[], words: ReadingWords = ofTools): Promise<OutputFile[]> {
  const hasFolders = new Set(paths.map((path) => dirname(resolve(path)))).size > 1
  const files: OutputFile[] = []
  const problems: Problem[] = []
  for (const path of paths) {
    const outcome = await readOutput(path, hasFolders)
    if ('file' in outcome) files.push(outcome)
    else problems.push(outcome)
  }
  problems.push(...twice(files))
  if (problems.length === 0) return files
  throw new AppError(
    'INPUT_INVALID',
    `The files cannot ${words.task}: ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}.`,
    {
      problems,
      remedy: words.remedy,
    },
  )
}

async function readOutput(path: string, hasFolders: boolean): Promise<OutputFile | Problem> {
  const name = shownName(path, hasFolders)
  try {
    const { size } = await stat(path)
    if (size > largestFileBytes) {
      return { place: name, message: `it is too large (${size} bytes, at most ${largestFileBytes} are read)` }
    }
    const bytes = await readFile(path)
    const text = isZip(bytes) ? spreadsheetText(bytes) : decode(bytes)
    if (text === null) return { place: name, message: notText(bytes) }
    if (typeof text !== 'string') return { place: name, ...text }
    const broken = brokenJson(text, name)
    if (broken !== null) return broken
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { folder: dirname(resolve(path)), file: { name, bytes: bytes.length, sha256 }, output: { name, text } }
  } catch (error) {
    return { place: name, message: fileError(error, 'FILE_UNREADABLE', 'the file', '').message.replace(/\.$/, '') }
  }
}

/** What to do with a file that is not text, by its first bytes. */
function notText(bytes: Buffer): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'it is not text but compressed by gzip: decompress it first'
  return 'it is not text: expected the printed output of a tool, or JSON'
}

/** The sheet of a workbook that has a list of topics, else the first one; or why the workbook cannot be read. */
function spreadsheetText(bytes: Uint8Array): string | Pick<Problem, 'message'> {
  try {
    const texts = sheetTexts(bytes)
    return texts.find(isTopicList) ?? texts[0] ?? ''
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { message: `${why}; save the sheet as CSV, or copy its rows into a text file` }
  }
}

/** A result file of a tool is one JSON object, an export may be a list of them. Returns the first problem if it is broken. */
function brokenJson(text: string, name: string): Problem | null {
  const [first] = /^\s*(?:\{|\[\s*\{)/.test(text) ? jsonProblems(text) : []
  return first === undefined
    ? null
    : { place: `${name}:${first.line}:${first.column}`, message: `it is not JSON: ${first.message}` }
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark as Windows PowerShell writes redirected output; null if it is not
 * text.
 */
function decode(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes)
  return text.includes('\0') ? null : text
}

/** The file name without control characters, with its folder if files come from several folders. */
function shownName(path: string, hasFolders: boolean): string {
  const whole = resolve(path)
  const name = hasFolders ? `${basename(dirname(whole))}/${basename(whole)}` : basename(whole)
  const printable = name.replace(/\p{Cc}/gu, '\uFFFD')
  return printable.length > longestName ? `…${printable.slice(-longestName)}` : printable
}

/** Reports files with the same content, because they would be counted twice. */
function twice(files: readonly OutputFile[]): Problem[] {
  return files.flatMap(({ file }, index) => {
    const same = files.slice(0, index).find((other) => other.file.sha256 === file.sha256)
    return same === undefined
      ? []
      : [{ place: file.name, message: `it is the same file as ${same.file.name} and would be counted twice` }]
  })
}
