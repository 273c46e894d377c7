/**
 * `headroom report verify` checks whether a run record belongs to a report.
 */
import { AppError } from '../../contracts/app-error.ts'
import { checksumOf, namedChecksum } from '../../workbench/files/checksum.ts'
import { fileError } from '../../workbench/files/file-error.ts'
import { readBytes } from '../../workbench/files/read-bytes.ts'
import { type Command, type CommandContext, printJson } from '../command.ts'

/** Maximum size of a report or record. A report with pictures and hours of samples is smaller. */
const maxReportBytes = 200_000_000

export const reportVerifyCommand: Command = {
  spec: {
    name: 'report verify',
    summary: 'Check that a run record (JSON) belongs to a report (HTML or Markdown).',
    parameters: ['REPORT', 'JSON'],
    options: {},
    examples: ['headroom report verify headroom-RUN.html headroom-RUN.json'],
  },
  run: verify,
}

async function verify({ given, terminal }: CommandContext): Promise<number> {
  const [reportPath = '', jsonPath = ''] = given.parameters
  const [report, json] = await Promise.all([readNamed(reportPath), readNamed(jsonPath)])
  const named = namedChecksum(report.toString('utf8'), reportPath)
  const sha256 = checksumOf(json)
  if (named !== sha256) {
    throw new AppError('CHECKSUM_DIFFERS', `${jsonPath} does not belong to ${reportPath}.`, {
      problems: [
        { place: reportPath, message: `names ${named}` },
        { place: jsonPath, message: `has ${sha256}` },
      ],
      remedy: 'They belong to different runs, one of them is redacted, or one was changed after it was written.',
    })
  }
  if (given.has('json')) printJson(terminal, { belongs: true, sha256 })
  else terminal.out(`${jsonPath} belongs to ${reportPath}: SHA-256 ${sha256}.\n`)
  return 0
}

async function readNamed(path: string): Promise<Buffer> {
  try {
    return await readBytes(path, maxReportBytes, path)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw fileError(error, 'FILE_UNREADABLE', path, 'Name a report and the JSON file that came with it.')
  }
}
