/**
 * `--client-ceiling RUN` predicts with the limits of clients that the client probe of a recorded run found.
 */

import { AppError } from '../contracts/app-error.ts'
import type { ClientCeiling } from '../contracts/client-ceiling.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { withClientCeiling } from '../workbench/sizing/with-client-ceiling.ts'
import type { CommandContext } from './command.ts'
import { findRun } from './find-entry.ts'
import { scenarioOf, scenariosOf } from './scenario-input.ts'
import { withWorkbench } from './with-workbench.ts'

/** The option of commands that can predict with the limits of clients. */
export const clientCeilingOptions = {
  'client-ceiling': {
    value: 'RUN',
    text: 'Limits of a producer and of a client host, from the client probe of that run (an id, or last).',
  },
} as const

/**
 * Reads a scenario of a command line and adds the client limits of the run that the option names, if it was given.
 * @throws AppError as `scenarioOf`; RUN_NOT_FOUND; USAGE if that run has no client probe
 */
export async function scenarioWithCeiling(context: CommandContext, path: string): Promise<Scenario> {
  const { given } = context
  const scenario = await scenarioOf(path, given)
  const ceiling = await clientCeilingOf(context)
  return ceiling === null ? scenario : withClientCeiling(scenario, ceiling)
}

/** Reads all scenarios of a command line and adds the same client limits to each. */
export async function scenariosWithCeiling(context: CommandContext): Promise<Scenario[]> {
  const scenarios = await scenariosOf(context.given)
  const ceiling = await clientCeilingOf(context)
  return ceiling === null ? scenarios : scenarios.map((scenario) => withClientCeiling(scenario, ceiling))
}

async function clientCeilingOf(context: CommandContext): Promise<ClientCeiling | null> {
  const idText = context.given.text('client-ceiling')
  if (idText === undefined) return null
  return withWorkbench(context, async (workbench) => {
    const { id } = await findRun(workbench, idText)
    const { run } = await workbench.handlers['runs.show']({ runId: id })
    const ceiling = run.preflight?.clientCeiling
    if (ceiling !== undefined) return ceiling
    throw new AppError('USAGE', `The run ${id} has no client probe: it was imported, or its load was too small.`, {
      remedy: 'Name a run of at least 10,000 records/s or 10 MB/s, or set workload.clientHost and mostRecordsPerSec.',
    })
  })
}
