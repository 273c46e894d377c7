/**
 * `headroom models` lists the offerings and shows the limits of one, each with its source.
 */
import type { Offering } from '../../contracts/offering.ts'
import { datesOf, modelListBlocks } from '../../presentation/models/model-list-blocks.ts'
import { offeringDocument } from '../../presentation/models/offering-document.ts'
import { paintTerminal, paintTerminalBlocks } from '../../presentation/painters/terminal-painter.ts'
import { todayText } from '../../units/calendar-day.ts'
import { isOlderThanAYear } from '../../units/dated.ts'
import { narrowOffering } from '../../workbench/sizing/narrow-offering.ts'
import { findOffering, loadModels } from '../../workbench/sizing/offerings.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { resourcesOf } from '../with-workbench.ts'

export const modelsListCommand: Command = {
  spec: {
    name: 'models list',
    summary: 'List the supported offerings, with the dates of their limits.',
    parameters: [],
    options: modelsOptions,
    examples: ['headroom models list'],
  },
  async run(context) {
    const { given, terminal } = context
    const { offerings, broken } = await loadModels(resourcesOf(context))
    const today = todayText()
    if (given.has('json')) printJson(terminal, { offerings: offerings.map((each) => summaryOf(each, today)), broken })
    else terminal.out(paintTerminalBlocks(modelListBlocks(offerings, broken, today), terminal.columns))
    return 0
  },
}

export const modelsShowCommand: Command = {
  spec: {
    name: 'models show',
    summary: 'Show the limits of an offering, each with its source.',
    parameters: ['ID'],
    options: {
      ...modelsOptions,
      tier: { value: 'TIER', text: 'Only the limits of that tier.' },
      'as-of': { value: 'DATE', text: 'Only the limits on that date: 2020-04 or 2020-04-15.' },
    },
    examples: [
      'headroom models show confluent-cloud-dedicated --as-of 2020-04',
      'headroom models show aws-msk-express --tier express.m7g.large',
    ],
  },
  run: showModel,
}

async function showModel(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const models = await loadModels(resourcesOf(context))
  const offering = findOffering(models, given.parameters[0] ?? '', 'ID')
  const narrowed = narrowOffering(offering, { tier: given.text('tier'), asOf: given.text('as-of') })
  if (given.has('json')) printJson(terminal, narrowed)
  else terminal.out(paintTerminal(offeringDocument(narrowed, todayText()), terminal.columns))
  return 0
}

function summaryOf({ id, name, vendor, model, tiers, limitSets, evidence, ownFile }: Offering, today: string) {
  const limitsAsOf = datesOf(limitSets)
  return {
    id,
    name,
    vendor,
    model,
    tiers: tiers?.map((tier) => tier.id) ?? [],
    limitsAsOf,
    areLimitsOld: limitsAsOf.every((date) => isOlderThanAYear(date, today)),
    publishedPoints: evidence.points.length,
    ownFile: ownFile ?? null,
  }
}
