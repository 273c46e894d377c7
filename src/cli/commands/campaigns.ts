/**
 * `headroom campaigns` lists and shows the campaigns of the workspace.
 */
import { campaignDocument } from '../../presentation/campaign/campaign-document.ts'
import { campaignListBlocks } from '../../presentation/campaign/campaign-list.ts'
import { paintTerminal, paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { type Command, printJson, workspaceOptions } from '../command.ts'
import { findCampaign } from '../find-entry.ts'
import { withWorkbench } from '../with-workbench.ts'

export const campaignsListCommand: Command = {
  spec: {
    name: 'campaigns list',
    summary: 'List the campaigns of the workspace, newest first.',
    parameters: [],
    options: workspaceOptions,
    examples: ['headroom campaigns list'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const campaigns = await workbench.handlers['campaigns.list']({})
      if (context.given.has('json')) printJson(context.terminal, { campaigns })
      else context.terminal.out(paintTerminalBlocks(campaignListBlocks(campaigns), context.terminal.columns))
      return 0
    }),
}

export const campaignsShowCommand: Command = {
  spec: {
    name: 'campaigns show',
    summary: 'Show the results of a campaign, step by step.',
    parameters: ['CAMPAIGN'],
    options: workspaceOptions,
    examples: ['headroom campaigns show last'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const { id: campaignId } = await findCampaign(workbench, given.parameters[0] ?? '')
      const { record, summary } = await workbench.handlers['campaigns.show']({ campaignId })
      if (given.has('json')) printJson(terminal, { ...record, summary })
      else terminal.out(paintTerminal(campaignDocument({ record, summary }), terminal.columns))
      return 0
    }),
}
