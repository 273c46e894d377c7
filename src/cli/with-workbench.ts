/**
 * Opens a workbench for one command.
 */
import { createScriptPrinter } from '../workbench/printing/script-printer.ts'
import { locateResources, type Resources } from '../workbench/resources.ts'
import { createWorkbench, type Workbench, type WorkbenchOptions } from '../workbench/workbench.ts'
import { currentCircumstances, workspacePath } from '../workbench/workspace/workspace-path.ts'
import type { CommandContext } from './command.ts'

/** Returns the path of a command line's workspace. */
export function workspaceOf({ given, environment }: Pick<CommandContext, 'given' | 'environment'>): string {
  return workspacePath({ ...currentCircumstances(given.text('workspace')), environment })
}

/** Returns Headroom's resources, including the models of the command line's workspace. */
export function resourcesOf(context: CommandContext): Resources {
  return locateResources(context.resourcesRoot, workspaceOf(context))
}

/** Opens a workbench, runs `work`, and closes the workbench even if `work` fails. */
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
