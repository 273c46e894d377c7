/**
 * A workbench for the length of one command.
 */
import { AppError } from '../contracts/app-error.ts'
import type { RunListEntry } from '../contracts/run-record.ts'
import { createScriptPrinter } from '../workbench/reports/script-printer.ts'
import { locateResources, type Resources } from '../workbench/resources.ts'
import { createWorkbench, type Workbench, type WorkbenchOptions } from '../workbench/workbench.ts'
import { currentCircumstances, workspacePath } from '../workbench/workspace/workspace-path.ts'
import type { CommandContext } from './command.ts'

/** The workspace that a command line means. */
export function workspaceOf({ given, environment }: Pick<CommandContext, 'given' | 'environment'>): string {
  return workspacePath({ ...currentCircumstances(given.text('workspace')), environment })
}

/** The parts of Headroom with the models of the workspace that a command line means. */
export function resourcesOf(context: CommandContext): Resources {
  return locateResources(context.resourcesRoot, workspaceOf(context))
}

/** Opens a workbench, does the work, and closes it in any case. */
export async function withWorkbench<T>(
  context: CommandContext,
  work: (workbench: Workbench) => Promise<T>,
  resolveSecrets: WorkbenchOptions['resolveSecrets'] = async () => ({}),
): Promise<T> {
  const workbench = createWorkbench({
    workspacePath: workspaceOf(context),
    resourcesRoot: context.resourcesRoot,
    resolveSecrets,
    printPdf: createScriptPrinter(locateResources(context.resourcesRoot).printScriptPath, process.execPath),
  })
  try {
    return await work(workbench)
  } finally {
    await workbench.close()
  }
}

/**
 * The run that was meant: its id, the beginning of one, or `last`.
 * @throws AppError RUN_NOT_FOUND where none or several are meant.
 */
export async function findRun(workbench: Workbench, meant: string): Promise<RunListEntry> {
  const runs = await workbench.handlers['runs.list']({})
  const [newest] = runs
  if (newest === undefined) {
    throw new AppError('RUN_NOT_FOUND', 'There is no run in this workspace yet.', {
      remedy: 'Make one with: headroom validate SCENARIO',
    })
  }
  if (meant === 'last') return newest
  const matching = runs.filter((run) => run.id.startsWith(meant))
  const [only] = matching
  const exact = runs.find((run) => run.id === meant) ?? (matching.length === 1 ? only : undefined)
  if (exact !== undefined) return exact
  const message =
    matching.length === 0
      ? `There is no run ${meant} in this workspace.`
      : `${matching.length} runs begin with ${meant}: ${matching.map((run) => run.id).join(', ')}.`
  throw new AppError('RUN_NOT_FOUND', message, { remedy: 'See the runs that are there with: headroom runs list' })
}
