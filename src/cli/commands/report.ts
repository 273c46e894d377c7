/**
 * `headroom report`: a run as files for others.
 */
import { resolve } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { type ReportFormat, reportFormat } from '../../contracts/ipc-contract.ts'
import { type Paper, papers } from '../../contracts/print-job.ts'
import { type Command, printJson, workspaceOptions } from '../command.ts'
import { findRun, withWorkbench } from '../with-workbench.ts'

export const reportCommand: Command = {
  spec: {
    name: 'report',
    summary: 'Write the report of a run.',
    parameters: ['RUN'],
    options: {
      format: { value: 'FORMATS', text: `Of ${reportFormat.options.join(', ')}, with commas (default: html).` },
      paper: { value: 'PAPER', text: `Paper of the PDF: ${papers.join(' or ')} (default: A4).` },
      out: { value: 'DIR', text: 'Write there (default: the current folder).' },
      ...workspaceOptions,
    },
    examples: ['headroom report last', 'headroom report last --format html,json,csv --out report'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const formats = readFormats(given.text('format') ?? 'html')
      const paper = readPaper(given.text('paper') ?? 'A4')
      const { id } = await findRun(workbench, given.parameters[0] ?? '')
      const directory = resolve(given.text('out') ?? '.')
      const { paths } = await workbench.handlers['report.write']({
        runId: id,
        formats,
        directory,
        options: { paper },
      })
      if (given.has('json')) printJson(terminal, { runId: id, paths })
      else terminal.out(paths.map((path) => `Wrote ${path}\n`).join(''))
      return 0
    }),
}

function readFormats(text: string): ReportFormat[] {
  return text.split(',').map((word) => {
    const format = reportFormat.safeParse(word.trim())
    if (format.success) return format.data
    throw new AppError('USAGE', `--format ${text}: "${word}" is not a format.`, {
      remedy: `Known formats: ${reportFormat.options.join(', ')}.`,
    })
  })
}

function readPaper(text: string): Paper {
  const paper = papers.find((known) => known.toLowerCase() === text.toLowerCase())
  if (paper !== undefined) return paper
  throw new AppError('USAGE', `--paper ${text}: this paper is not known.`, {
    remedy: `Use one of: ${papers.join(', ')}.`,
  })
}
