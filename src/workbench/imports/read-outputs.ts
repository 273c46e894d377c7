/**
 * Reads the outputs of benchmark tools from files, in any encoding that a shell may have used.
 */
import { createHash } from 'node:crypto'
import { basename, dirname, resolve } from 'node:path'
import { AppError, type Problem } from '../../contracts/app-error.ts'
import type { ImportedFile } from '../../contracts/imported-run.ts'
import type { ToolOutput } from '../../measurement/imports/tool-output.ts'
import { isTopicList } from '../../observation/topic-list.ts'
import { counted } from '../../units/count.ts'
import { fileError } from '../files/file-error.ts'
import { jsonProblems } from '../files/json-problems.ts'
import { readBytes } from '../files/read-bytes.ts'
import { isZip, sheetTexts } from '../files/spreadsheet.ts'
import { utf16EncodingOf } from '../files/utf16-encoding.ts'

/** A file with its text. */
export interface OutputFile {
  /** Absolute path of the folder that contains the file. */
  readonly folder: string
  readonly file: ImportedFile
  readonly output: ToolOutput
}

/** Maximum size of a file. A day with one line per second is less than 10 MB. */
const maxFileBytes = 64_000_000

/** Words of the error message. */
export interface ReadingWords {
  /** Completes "The files cannot …", e.g. "be imported". */
  readonly task: string
  readonly remedy: string
}

const importWords: ReadingWords = {
  task: 'be imported',
  remedy: 'Check the paths, and that each file is the text output or the result file of a benchmark tool.',
}

/** Maximum length of a file name in messages and records. Longer names lose their beginning. */
const maxNameLength = 160

/**
 * Reads files and returns them in the given order.
 * @throws AppError INPUT_INVALID with the problems of all files that cannot be read, are not text, or are given twice
 */
export async function readOutputs(paths: readonly string[], words: ReadingWords = importWords): Promise<OutputFile[]> {
  const hasFolders = new Set(paths.map((path) => dirname(resolve(path)))).size > 1
  const files: OutputFile[] = []
  const problems: Problem[] = []
  for (const path of paths) {
    const outcome = await readOutput(path, hasFolders)
    if ('file' in outcome) files.push(outcome)
    else problems.push(outcome)
  }
  problems.push(...duplicateProblems(files))
  if (problems.length === 0) return files
  throw new AppError('INPUT_INVALID', `The files cannot ${words.task}: ${counted(problems.length, 'problem')}.`, {
    problems,
    remedy: words.remedy,
  })
}

async function readOutput(path: string, hasFolders: boolean): Promise<OutputFile | Problem> {
  const name = shownName(path, hasFolders)
  try {
    const bytes = await readBytes(path, maxFileBytes, 'it')
    const text = isZip(bytes) ? spreadsheetText(bytes) : decode(bytes)
    if (text === null) return { place: name, message: notText(bytes) }
    if (typeof text !== 'string') return { place: name, ...text }
    const broken = brokenJson(text, name)
    if (broken !== null) return broken
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { folder: dirname(resolve(path)), file: { name, bytes: bytes.length, sha256 }, output: { name, text } }
  } catch (error) {
    const known = error instanceof AppError ? error : fileError(error, 'FILE_UNREADABLE', 'the file', '')
    return { place: name, message: known.message.replace(/\.$/, '') }
  }
}

/** The first bytes of an OLE2 file, which workbooks were before Excel 2007. */
const oldExcelSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Says what to do with a file that is not text. The first bytes tell gzip from other formats. */
function notText(bytes: Buffer): string {
  if (isGzip(bytes)) return 'it is not text but compressed by gzip: decompress it first'
  if (bytes.subarray(0, 4).equals(oldExcelSignature)) {
    return 'it is a workbook in the old format of Excel (.xls): save it as .xlsx or CSV'
  }
  return 'it is not text: expected the printed output of a tool, or JSON'
}

/** Returns the first sheet with a list of topics, or the first sheet; or the reason why the workbook cannot be read. */
function spreadsheetText(bytes: Uint8Array): string | Pick<Problem, 'message'> {
  try {
    const texts = sheetTexts(bytes)
    return texts.find(isTopicList) ?? texts[0] ?? ''
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { message: `${reason}; save the sheet as CSV, or copy its rows into a text file` }
  }
}

/**
 * Returns the first problem of a text that looks like JSON and is not. A tool's result file is one JSON object; an
 * export may be a list of objects.
 */
function brokenJson(text: string, name: string): Problem | null {
  const [first] = /^\s*(?:\{|\[\s*\{)/.test(text) ? jsonProblems(text) : []
  if (first === undefined) return null
  const end = /[}\]]$/.test(text.trimEnd())
    ? ''
    : '. The file ends in the middle: the tool was stopped while it wrote, or the file was cut short'
  return { place: `${name}:${first.line}:${first.column}`, message: `it is not JSON: ${first.message}${end}` }
}

/** A character other than ASCII and the one that stands for bytes that are not UTF-8. */
const otherThanAscii = /[^\p{ASCII}\uFFFD]/u

/**
 * Decodes UTF-8; UTF-16, in which Windows PowerShell writes redirected output; or Windows-1252, in which Excel saves CSV.
 * Text is of Windows-1252 (a superset of Latin-1) if it has bytes that are not UTF-8, and no character that is. Returns
 * null if the bytes are not text.
 */
function decode(bytes: Uint8Array): string | null {
  if (isGzip(bytes)) return null
  const text = new TextDecoder(utf16EncodingOf(bytes) ?? 'utf-8').decode(bytes)
  if (text.includes('\0')) return null
  const isWindows = text.includes('\uFFFD') && !otherThanAscii.test(text)
  return isWindows ? new TextDecoder('windows-1252').decode(bytes) : text
}

/** Returns the file name without control characters, with the name of its folder if there are several folders. */
function shownName(path: string, hasFolders: boolean): string {
  const absolutePath = resolve(path)
  const fileName = basename(absolutePath)
  const name = hasFolders ? `${basename(dirname(absolutePath))}/${fileName}` : fileName
  const printable = name.replace(/\p{Cc}/gu, '\uFFFD')
  return printable.length > maxNameLength ? `…${printable.slice(-maxNameLength)}` : printable
}

/** Returns a problem for each file with the same content as an earlier one, because it would be counted twice. */
function duplicateProblems(files: readonly OutputFile[]): Problem[] {
  return files.flatMap(({ file }, index) => {
    const same = files.slice(0, index).find((other) => other.file.sha256 === file.sha256)
    return same === undefined
      ? []
      : [{ place: file.name, message: `it is the same file as ${same.file.name} and would be counted twice` }]
  })
}
