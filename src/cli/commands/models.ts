/**
 * `headroom models`: the offerings, with every limit and where it comes from.
 */
import type { Limit, Offering } from '../../contracts/offering.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { locateResources } from '../../workbench/resources.ts'
import { findOffering, loadOfferings } from '../../workbench/sizing/offerings.ts'
import { type Command, type CommandContext, printJson } from '../command.ts'
import { alignColumns } from '../terminal/columns.ts'

export const modelsListCommand: Command = {
  spec: {
    name: 'models list',
    summary: 'List the offerings that can be predicted.',
    parameters: [],
    options: {},
    examples: ['headroom models list'],
  },
  async run({ given, terminal, resourcesRoot }) {
    const offerings = await loadOfferings(locateResources(resourcesRoot).modelsPath)
    if (given.has('json')) printJson(terminal, { offerings: offerings.map(summaryOf) })
    else terminal.out(alignColumns([['id', 'name', 'limits as of'], ...offerings.map(rowOf)]))
    return 0
  },
}

export const modelsShowCommand: Command = {
  spec: {
    name: 'models show',
    summary: 'Show the limits of an offering, each with its source.',
    parameters: ['ID'],
    options: {},
    examples: ['headroom models show confluent-cloud-dedicated'],
  },
  run: showModel,
}

async function showModel({ given, terminal, resourcesRoot }: CommandContext): Promise<number> {
  const offerings = await loadOfferings(locateResources(resourcesRoot).modelsPath)
  const offering = findOffering(offerings, given.parameters[0] ?? '', 'ID')
  if (given.has('json')) printJson(terminal, offering)
  else terminal.out(modelText(offering))
  return 0
}

function summaryOf(offering: Offering) {
  const { id, name, vendor, limitSets } = offering
  return {
    id,
    name,
    vendor,
    limitsAsOf: limitSets.map((set) => set.asOf),
    publishedPoints: offering.evidence.points.length,
  }
}

function rowOf({ id, name, limitSets }: Offering): string[] {
  return [id, name, limitSets.map((set) => set.asOf).join(', ')]
}

function modelText(offering: Offering): string {
  const sets = offering.limitSets.map(({ asOf, sizes, limits }) => {
    const range = `${sizes.min} to ${sizes.max} ${offering.unitName.plural}`
    return `\nAs of ${asOf}, ${range}\n${alignColumns(limits.map((limit) => limitRow(limit, offering.unitName.singular)))}`
  })
  return `${offering.name} (${offering.id}), sold by ${offering.vendor}.\n${sets.join('')}`
}

function limitRow({ dimension, unit, perUnit, max, kind, source }: Limit, unitName: string): string[] {
  const perSize = perUnit === undefined ? '' : `${formatInUnit(perUnit, unit)} per ${unitName}`
  const most = max === undefined ? '' : `at most ${formatInUnit(max, unit)}`
  const amount = [perSize, most].filter((part) => part !== '').join(', ')
  return [`  ${dimension}`, amount, kind, `${source.title}, ${source.date}`]
}
