/**
 * `headroom observations resume` resumes the reading of a cluster that was stopped or failed.
 */
import { AppError } from '../../contracts/app-error.ts'
import { openConnectionFile } from '../../workbench/connections/connection-file.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { secretResolver } from '../before-a-run.ts'
import { type Command, type CommandContext, workspaceOptions } from '../command.ts'
import { observationOutputOf, observationOutputOptions, printObservation } from '../observation-output.ts'
import { checkSources, makeObservation, sourceOptions } from '../observe-sources.ts'
import { readingOptions, resumeReading } from '../observe-target.ts'
import { withRedactedErrors } from '../redacted-errors.ts'
import { withWorkbench } from '../with-workbench.ts'

export const observationsResumeCommand: Command = {
  spec: {
    name: 'observations resume',
    summary: 'Resume the reading of a cluster that was stopped or failed.',
    parameters: [],
    options: {
      reading: { value: 'ID', text: 'The reading (default: the newest one that is not complete).' },
      target: { value: 'FILE', text: 'Connection file with the secrets of the cluster, if it needs any.' },
      'secrets-file': readingOptions['secrets-file'],
      ...sourceOptions,
      ...observationOutputOptions,
      ...workspaceOptions,
    },
    examples: [
      'headroom observations resume --target client.properties',
      'headroom observations resume --file topics.csv --offering confluent-cloud-dedicated --size 2',
    ],
  },
  run: (context) => withRedactedErrors(context, () => resume(context)),
}

async function resume(context: CommandContext): Promise<number> {
  const { given } = context
  const output = await observationOutputOf(given)
  await checkSources(context)
  const path = given.text('target')
  const secrets = path === undefined ? {} : (await openConnectionFile(path)).secrets
  const resolveSecrets = await secretResolver(context, secrets)
  const work = async (workbench: Workbench) => {
    const readingId = await resumeReading(workbench, await findReading(workbench, given.text('reading')), context)
    const observation = await makeObservation(given, workbench, readingId)
    return printObservation(observation, context, workbench, output)
  }
  return withWorkbench(context, work, resolveSecrets)
}

async function findReading(workbench: Workbench, id: string | undefined): Promise<string> {
  if (id !== undefined) return id
  const readings = await workbench.handlers['readings.list']({})
  const incomplete = readings.find(({ isComplete }) => !isComplete)
  if (incomplete !== undefined) return incomplete.id
  throw new AppError('OBSERVATION_NOT_FOUND', 'This workspace has no reading that was stopped or failed.', {
    remedy: 'Read a cluster with: headroom observe --target client.properties',
  })
}
