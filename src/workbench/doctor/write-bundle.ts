/**
 * Writes a ZIP file for somebody who helps to find a fault: the findings of the doctor, the ends of the logs, and the
 * verdicts of runs. Secrets, host names, and the names of scenarios and clusters are left out.
 */
import { realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { AppError } from '../../contracts/app-error.ts'
import type { DoctorReport } from '../../contracts/doctor.ts'
import { createHostHider } from '../../contracts/hide-hosts.ts'
import type { RunListEntry } from '../../contracts/run-record.ts'
import { withoutSecrets } from '../../contracts/without-secrets.ts'
import { ownerOnlyFile } from '../files/private-files.ts'
import { readBytes } from '../files/read-bytes.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { logPath } from '../log-file.ts'

/** Content of a bundle. */
export interface BundleContent {
  readonly report: DoctorReport
  readonly workspacePath: string
  /** Home folder of the user, whose path is replaced by `~`. */
  readonly homePath: string
  /** Runs of the workspace; null if the workspace could not be read. */
  readonly runs: readonly RunListEntry[] | null
}

/** Only the end of each log is included. */
const maxLogCharacters = 100_000
/** Maximum size of a log file that is read. Headroom starts a new log file well before this size. */
const maxLogFileBytes = 4_000_000

/**
 * Writes the bundle. Like the workspace, the file is readable only by its owner, because it describes the user's runs
 * and this machine.
 * @throws AppError FILE_UNWRITABLE or DISK_FULL
 */
export async function writeBundle(path: string, content: BundleContent): Promise<void> {
  const { report, workspacePath, runs } = content
  const log = logPath(workspacePath)
  const hideHosts = createHostHider()
  const clean = (text: string) =>
    hideHosts(withoutSecrets(withoutPath(withoutPath(text, workspacePath, 'WORKSPACE'), content.homePath, '~')))
  const logs = await Promise.all([log, `${log}.1`].map((each) => endOf(workspacePath, each)))
  const files = {
    'doctor.json': jsonText(report),
    'runs.json': jsonText(runs?.map(({ id, status, verdict, origin }) => ({ id, status, verdict, origin })) ?? null),
    'headroom.log': clean(logs[0] ?? ''),
    'headroom.log.1': clean(logs[1] ?? ''),
  }
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))
  await writeFileAtomically(path, zipSync(bytes), ownerOnlyFile)
}

/**
 * The end of a log of the workspace; empty if there is none. A log that is a link, or below one, is left out: if
 * someone else made the workspace, the link could lead to any file of the user, and the bundle is given to others.
 */
async function endOf(workspacePath: string, path: string): Promise<string> {
  try {
    const [real, realWorkspace] = await Promise.all([realpath(path), realpath(workspacePath)])
    if (real !== join(realWorkspace, relative(workspacePath, path))) return 'Left out, because it is a link.\n'
    const bytes = await readBytes(path, maxLogFileBytes, 'The log')
    return endOfText(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof AppError) return `Left out: ${error.message}\n`
    return ''
  }
}

/** Replaces the path of a folder, except `/`: that is the home folder of some services, and is part of every path. */
function withoutPath(text: string, path: string, replacement: string): string {
  return path.length > 1 ? text.replaceAll(path, replacement) : text
}

/** The last lines of a log. A line that was cut is left out, because it may have a secret without the name that marks it. */
function endOfText(text: string): string {
  if (text.length <= maxLogCharacters) return text
  const end = text.slice(-maxLogCharacters)
  const lineBreak = end.indexOf('\n')
  return lineBreak === -1 ? '' : end.slice(lineBreak + 1)
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
