/**
 * Refuses output options that would replace a file that the command reads, or a file of another kind.
 */
import { type BigIntStats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError } from '../contracts/app-error.ts'
import { readBytes } from '../workbench/files/read-bytes.ts'
import type { Given } from './command-line.ts'

/** The kinds of files that options write: how messages name them, and how an existing file is recognised as one of them. */
const outputKinds = {
  scenario: { noun: 'a scenario', example: 'cluster.headroom.json', isOurs: isScenario },
  junit: { noun: 'a JUnit file of Headroom', example: 'headroom.xml', isOurs: isJunit },
  bundle: { noun: 'a bundle of Headroom', example: 'headroom-support.zip', isOurs: isBundle },
} as const

/** Maximum size of an existing file that is examined. Files that Headroom writes at these options are smaller. */
const maxBytes = 200_000_000

/**
 * Checks a file that an option writes, before any work. A file that is there is replaced only if it is of the kind that
 * is written, or empty.
 * @throws AppError USAGE if the command line names the file also as something else, or if it is of another kind
 */
export async function checkOutputFile(given: Given, option: string, kind: keyof typeof outputKinds): Promise<void> {
  const path = given.text(option)
  if (path === undefined) return
  const { noun, example, isOurs } = outputKinds[kind]
  refuseIfRead(given, option, { path, place: `--${option}`, remedy: `Give another file, like --${option} ${example}.` })
  const existing = fileAt(path)
  if (existing === null || existing.size === 0n) return
  const bytes = await readBytes(path, maxBytes, path).catch(() => null)
  if (bytes !== null && isOurs(bytes)) return
  throw new AppError('USAGE', `--${option} ${path} would replace a file that is not ${noun}.`, {
    remedy: `Give another file, like --${option} ${example}, or move that one away.`,
  })
}

/**
 * Checks the files that an option writes into a folder.
 * @throws AppError USAGE if the command line names one of them as something that is read
 */
export function checkOutputFiles(given: Given, option: string, files: readonly { readonly name: string }[]): void {
  const folder = given.text(option)
  if (folder === undefined) return
  for (const { name } of files) {
    refuseIfRead(given, option, {
      path: join(folder, name),
      place: `--${option} ${folder}`,
      remedy: 'Give another folder.',
    })
  }
}

/** A file that is to be written, with the words of the error. */
interface Written {
  readonly path: string
  readonly place: string
  readonly remedy: string
}

/**
 * Refuses to write a file that another word of the command line names. Compares the files and not only their paths, because
 * a link may lead to the same file.
 */
function refuseIfRead(given: Given, option: string, { path, place, remedy }: Written): void {
  const written = fileAt(path)
  const isRead = given.words(option).some((word) => {
    const namedFile = fileAt(word)
    if (resolve(word) === resolve(path)) return true
    return written !== null && namedFile !== null && written.dev === namedFile.dev && written.ino === namedFile.ino
  })
  if (!isRead) return
  throw new AppError('USAGE', `${place} would write over ${path}, which this command reads.`, { remedy })
}

function fileAt(path: string): BigIntStats | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
    return stats?.isFile() === true ? stats : null
  } catch {
    // The word is no path: it may be a long rule of growth.
    return null
  }
}

function isScenario(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'headroom.scenario'
  } catch {
    return false
  }
}

function isJunit(bytes: Buffer): boolean {
  return /^<\?xml [^>]{0,100}\?>\s{0,10}<testsuites name="headroom predict"/.test(bytes.toString('utf8', 0, 300))
}

/** A ZIP file whose first entry is that of a bundle. Its name is behind a header of 30 bytes. */
function isBundle(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 2) === 'PK' && bytes.toString('latin1', 30, 41) === 'doctor.json'
}
