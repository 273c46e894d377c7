/**
 * Writes what a person who helps needs to know as one ZIP file: the findings, the ends of the logs, and the verdicts of
 * runs. Secrets, host names, and the names of scenarios and clusters are left out.
 */
import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import type { DoctorReport } from '../../contracts/doctor.ts'
import { createHostHider } from '../../contracts/hide-hosts.ts'
import type { RunListEntry } from '../../contracts/run-record.ts'
import { withoutSecrets } from '../../contracts/without-secrets.ts'
import { ownerOnlyFile } from '../files/private-files.ts'
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

/**
 * The file is readable by its owner alone, as the workspace is: what it says of runs and this machine is for one helper.
 * @throws AppError FILE_UNWRITABLE or DISK_FULL
 */
export async function writeBundle(path: string, content: BundleContent): Promise<void> {
  const { report, workspacePath, runs } = content
  const log = logPath(workspacePath)
  const hideHosts = createHostHider()
  const clean = (text: string) =>
    hideHosts(withoutSecrets(text.replaceAll(workspacePath, 'WORKSPACE').replaceAll(content.homePath, '~')))
  const logs = await Promise.all([log, `${log}.1`].map(endOf))
  const files = {
    'doctor.json': jsonText(report),
    'runs.json': jsonText(runs?.map(({ id, status, verdict, origin }) => ({ id, status, verdict, origin })) ?? null),
    'headroom.log': clean(logs[0] ?? ''),
    'headroom.log.1': clean(logs[1] ?? ''),
  }
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))
  await writeFileAtomically(path, zipSync(bytes), ownerOnlyFile)
}

/** The end of a file; empty if it cannot be read. Headroom bounds its own logs. */
async function endOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.slice(-maxLogCharacters)
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
