/**
 * `headroom observe` makes a scenario of a running cluster, which it either reads or knows from exported metrics.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { secretResolver } from '../before-a-run.ts'
import { type Command, type CommandContext, workspaceOptions } from '../command.ts'
import { observationOutputOf, observationOutputOptions, printObservation } from '../observation-output.ts'
import { checkSources, hasSources, makeObservation, sourceOptions } from '../observe-sources.ts'
import { aclText, readingOptions, readingTarget, takeReading } from '../observe-target.ts'
import { withRedactedErrors } from '../redacted-errors.ts'
import { withWorkbench } from '../with-workbench.ts'

export const observeCommand: Command = {
  spec: {
    name: 'observe',
    summary: 'Make a scenario from a running cluster, and show how full it is.',
    parameters: [],
    options: {
      ...sourceOptions,
      ...readingOptions,
      ...observationOutputOptions,
      ...workspaceOptions,
    },
    examples: [
      'headroom observe --target client.properties --for 10min --out cluster.headroom.json',
      'headroom observe --acls --target client.properties',
      'headroom observe --file topics.csv --out cluster.headroom.json',
      'headroom observe --file metrics.txt --file topics.csv',
      'headroom observe --prometheus http://prometheus:9090 --file topics.csv',
      'headroom observe --file topics.csv --offering confluent-cloud-dedicated --size 2 --report report',
    ],
  },
  run: (context) => withRedactedErrors(context, () => observe(context)),
}

async function observe(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  if (given.has('acls')) {
    terminal.out(await aclText(given))
    return 0
  }
  const target = await readingTarget(given)
  if (target === null && !hasSources(given)) {
    const options = '--target FILE, --file FILE, --prometheus URL or --jolokia URL'
    throw new AppError('USAGE', `headroom observe needs at least one source: ${options}.`, {
      remedy: 'For example: headroom observe --target client.properties',
    })
  }
  const output = await observationOutputOf(given)
  if (target !== null) await checkSources(context)
  const resolveSecrets = await secretResolver(context, target?.opened.secrets ?? {})
  const makeAndPrint = async (workbench: Workbench) => {
    const readingId = target === null ? undefined : await takeReading(workbench, target, context)
    const observation = await makeObservation(given, workbench, readingId)
    return printObservation(observation, context, workbench, output)
  }
  return withWorkbench(context, makeAndPrint, resolveSecrets)
}
