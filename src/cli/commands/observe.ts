/**
 * `headroom observe` makes a scenario of a running cluster, which it either reads or knows from exported metrics.
 */
import { resolve } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { secretResolver } from '../before-a-run.ts'
import { type Command, type CommandContext, workspaceOptions } from '../command.ts'
import { deploymentOf, deploymentOptions } from '../deployment-options.ts'
import { observationOutputOptions, printObservation } from '../observation-output.ts'
import { aclText, readingOptions, readingTarget, takeReading } from '../observe-target.ts'
import { reportFolder } from '../report-command-options.ts'
import { withWorkbench } from '../with-workbench.ts'

export const observeCommand: Command = {
  spec: {
    name: 'observe',
    summary: 'Make a scenario of a running cluster, and show how full it is.',
    parameters: [],
    options: {
      file: {
        value: 'FILE',
        isRepeatable: true,
        text: 'A list of topics (CSV, Excel) or an export: Confluent’s metrics, CloudWatch, kcp, Prometheus, Jolokia.',
      },
      prometheus: { value: 'URL', text: 'A Prometheus server with metrics of Kafka: the last day of them is read.' },
      jolokia: {
        value: 'URL',
        isRepeatable: true,
        text: 'The Jolokia agent of a broker, once for each broker. They are read twice, 30 s apart.',
      },
      name: { value: 'TEXT', text: 'Name of the observation (default: the first file).' },
      ...readingOptions,
      ...deploymentOptions,
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
  run: observe,
}

async function observe(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const paths = given.texts('file')
  const [prometheusUrl, jolokiaUrls] = [given.text('prometheus'), given.texts('jolokia')]
  if (given.has('acls')) {
    terminal.out(await aclText(given))
    return 0
  }
  const target = await readingTarget(given)
  if (paths.length === 0 && target === null && prometheusUrl === undefined && jolokiaUrls.length === 0) {
    const options = '--target FILE, --file FILE, --prometheus URL or --jolokia URL'
    throw new AppError('USAGE', `headroom observe needs at least one source: ${options}.`, {
      remedy: 'For example: headroom observe --target client.properties',
    })
  }
  const [name, deployment] = [given.text('name'), deploymentOf(given)]
  const directory = await reportFolder(given)
  const resolveSecrets = await secretResolver(context, target?.opened.secrets ?? {})
  const make = async (workbench: Workbench) => {
    const readingId = target === null ? undefined : await takeReading(workbench, target, context)
    const observation = await workbench.handlers['observations.make']({
      paths: paths.map((path) => resolve(path)),
      ...(prometheusUrl === undefined ? {} : { prometheusUrl }),
      jolokiaUrls: [...jolokiaUrls],
      ...(readingId === undefined ? {} : { readingId }),
      ...(name === undefined ? {} : { name }),
      ...(deployment === undefined ? {} : { deployment }),
    })
    return printObservation(observation, context, workbench, directory)
  }
  return withWorkbench(context, make, resolveSecrets)
}
