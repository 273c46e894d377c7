/**
 * `headroom observations` lists and shows the observations of the workspace.
 */
import { isReadable, type ListedObservation } from '../../contracts/observation.ts'
import { observationListBlocks } from '../../presentation/observation/observation-list.ts'
import { paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { findObservation } from '../find-entry.ts'
import { observationOutputOf, observationOutputOptions, printObservation } from '../observation-output.ts'
import { withRedactedErrors } from '../redacted-errors.ts'
import { withWorkbench } from '../with-workbench.ts'

export const observationsListCommand: Command = {
  spec: {
    name: 'observations list',
    summary: 'List the observations of the workspace, newest first.',
    parameters: [],
    options: workspaceOptions,
    examples: ['headroom observations list'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const observations = await workbench.handlers['observations.list']({})
      if (context.given.has('json')) printJson(context.terminal, jsonOf(observations))
      else context.terminal.out(paintTerminalBlocks(observationListBlocks(observations), context.terminal.columns))
      return 0
    }),
}

/** `unreadable` is there only if an observation cannot be read. */
function jsonOf(listed: readonly ListedObservation[]): object {
  const unreadable = listed.filter((entry) => !isReadable(entry))
  return { observations: listed.filter(isReadable), ...(unreadable.length === 0 ? {} : { unreadable }) }
}

export const observationsShowCommand: Command = {
  spec: {
    name: 'observations show',
    summary: 'Show an observation: what the cluster does, how full it is, and its scenario.',
    parameters: ['OBSERVATION'],
    options: { ...observationOutputOptions, ...workspaceOptions },
    examples: ['headroom observations show last', 'headroom observations show last --redact-names --report report'],
  },
  run: (context) => withRedactedErrors(context, () => show(context)),
}

async function show(context: CommandContext): Promise<number> {
  const output = await observationOutputOf(context.given)
  return withWorkbench(context, async (workbench) => {
    const { id } = await findObservation(workbench, context.given.parameters[0] ?? '')
    const observation = await workbench.handlers['observations.show']({ observationId: id })
    return printObservation(observation, context, workbench, output)
  })
}
