/**
 * `headroom doctor` examines what Headroom needs on this machine, and says how to get what is missing.
 */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { errorExitCodes } from '../../contracts/app-error.ts'
import { doctorDocument } from '../../presentation/machines/doctor-document.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { examine } from '../../workbench/doctor/examine.ts'
import { isCurrentWorkspace } from '../../workbench/doctor/workspace-check.ts'
import { writeBundle } from '../../workbench/doctor/write-bundle.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { checkOutputFile } from '../output-file.ts'
import { resourcesOf, withWorkbench, workspaceOf } from '../with-workbench.ts'

export const doctorCommand: Command = {
  spec: {
    name: 'doctor',
    summary: 'Examine what Headroom needs on this machine, and say how to get what is missing.',
    parameters: [],
    options: {
      ...workspaceOptions,
      bundle: {
        value: 'FILE',
        text: 'Write a ZIP for support: findings, ends of logs, verdicts of runs; no secrets, no host names.',
      },
    },
    examples: ['headroom doctor', 'headroom doctor --bundle headroom-support.zip'],
  },
  run: doctor,
}

async function doctor(context: CommandContext): Promise<number> {
  const { given, terminal, environment } = context
  await checkOutputFile(given, 'bundle', 'bundle')
  const workspacePath = workspaceOf(context)
  const report = await examine({ resources: resourcesOf(context), workspacePath, environment })
  const bundle = given.text('bundle')
  if (bundle !== undefined) {
    const runs = await listRuns(context, workspacePath)
    await writeBundle(resolve(bundle), { report, workspacePath, homePath: homedir(), runs })
    terminal.err(`Wrote ${bundle}. Look at it before you send it.\n`)
  }
  if (given.has('json')) printJson(terminal, report)
  else terminal.out(paintTerminal(doctorDocument(report), terminal.columns))
  return report.canRun ? 0 : errorExitCodes.RUNNER_NOT_READY
}

/** Lists the runs; null if the workspace cannot be used. Neither makes a workspace nor changes one of an older version. */
async function listRuns(context: CommandContext, workspacePath: string) {
  if (!isCurrentWorkspace(workspacePath)) return null
  return withWorkbench(context, (workbench) => workbench.handlers['runs.list']({})).catch(() => null)
}
