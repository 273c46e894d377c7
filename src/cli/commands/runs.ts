/**
 * `headroom runs` lists, shows, adds and deletes the runs of the workspace.
 */
import { textWidth, wrapText } from '../../presentation/painters/columns.ts'
import { paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { runListBlocks } from '../../presentation/run/run-list.ts'
import { printedRun } from '../../workbench/printed-run.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { findRun } from '../find-entry.ts'
import { runText } from '../run-text.ts'
import { withWorkbench } from '../with-workbench.ts'

export const runsListCommand: Command = {
  spec: {
    name: 'runs list',
    summary: 'List the runs of the workspace, newest first.',
    parameters: [],
    options: workspaceOptions,
    examples: ['headroom runs list'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const runs = await workbench.handlers['runs.list']({})
      if (context.given.has('json')) printJson(context.terminal, { runs })
      else context.terminal.out(paintTerminalBlocks(runListBlocks(runs), context.terminal.columns))
      return 0
    }),
}

export const runsShowCommand: Command = {
  spec: {
    name: 'runs show',
    summary: 'Show a run: its verdict, figures and accounting.',
    parameters: ['RUN'],
    options: { ...workspaceOptions, samples: { text: 'With --json: include the samples of every second.' } },
    examples: ['headroom runs show last', 'headroom runs show last --json --samples'],
  },
  run: (context) => withWorkbench(context, (workbench) => showRun(context, workbench)),
}

export const runsAddCommand: Command = {
  spec: {
    name: 'runs add',
    summary: 'Add a run that Headroom exported as JSON, with its samples, to the workspace.',
    parameters: ['FILE'],
    options: workspaceOptions,
    examples: ['headroom runs add headroom-20261121-054343-k3f9.json'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const added = await workbench.handlers['runs.add']({ path: given.parameters[0] ?? '' })
      if (given.has('json')) printJson(terminal, added)
      else terminal.out(addedText(added, terminal.columns))
      return 0
    }),
}

/** A sentence names at most this many fields and counts the others. */
const maxNamedFields = 10

function addedText({ runId, unknownFields }: { runId: string; unknownFields: readonly string[] }, columns: number) {
  const added = `Added run ${runId}. Show it with: headroom runs show ${runId}\n`
  if (unknownFields.length === 0) return added
  const more = unknownFields.length - maxNamedFields
  const names = [...unknownFields.slice(0, maxNamedFields), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return `${added}${wrapText(`A newer Headroom wrote it. Fields that this version does not know were left out: ${names}.`, textWidth(columns))}`
}

export const runsDeleteCommand: Command = {
  spec: {
    name: 'runs delete',
    summary: 'Delete a run and its samples from the workspace.',
    parameters: ['RUN'],
    options: workspaceOptions,
    examples: ['headroom runs delete 20261121-054343-k3f9'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { id } = await findRun(workbench, context.given.parameters[0] ?? '')
      await workbench.handlers['runs.delete']({ runId: id })
      if (context.given.has('json')) printJson(context.terminal, { deleted: id })
      else context.terminal.out(`Deleted run ${id}.\n`)
      return 0
    }),
}

type OpenWorkbench = Parameters<Parameters<typeof withWorkbench>[1]>[0]

async function showRun({ given, terminal }: CommandContext, workbench: OpenWorkbench): Promise<number> {
  const { id } = await findRun(workbench, given.parameters[0] ?? '')
  const shown = await workbench.handlers['runs.show']({ runId: id })
  if (given.has('json')) printJson(terminal, printedRun(shown, given.has('samples')))
  else terminal.out(runText(shown.run, terminal.columns))
  return 0
}
