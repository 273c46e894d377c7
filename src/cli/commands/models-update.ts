/**
 * `headroom models update` takes newer limits and prices into the workspace.
 */
import { takenSentences } from '../../presentation/models/taken-files.ts'
import { updateModels } from '../../workbench/sizing/update-models.ts'
import { type Command, printJson } from '../command.ts'
import { resourcesOf } from '../with-workbench.ts'

export const modelsUpdateCommand: Command = {
  spec: {
    name: 'models update',
    summary: 'Take newer limits and prices from a folder or a file into the workspace, if all of them are valid.',
    parameters: ['PATH'],
    options: {
      workspace: { value: 'DIR', text: 'Take them into DIR (default: your workspace).' },
    },
    examples: ['headroom models update limits-of-2027', 'headroom models update our-prices.json'],
  },
  async run(context) {
    const { given, terminal } = context
    const update = await updateModels(given.parameters[0] ?? '', resourcesOf(context))
    if (given.has('json')) printJson(terminal, update)
    else for (const sentence of takenSentences(update)) terminal.out(`${sentence}\n`)
    return 0
  },
}
