/**
 * The options of `forecast`: growth, its days, and the observation that growth comes from.
 */
import type { Observation } from '../contracts/observation.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { isObservationFile, readObservationFile } from '../workbench/observations/read-observation-file.ts'
import { forecastTerms } from '../workbench/sizing/forecast-terms.ts'
import type { CommandContext } from './command.ts'
import { findObservation } from './find-entry.ts'
import { usageError } from './usage-error.ts'
import { withWorkbench } from './with-workbench.ts'

/** The options, as a command declares them. */
export const forecastOptions = {
  growth: {
    value: '[PRODUCER=]GROWTH',
    isRepeatable: true,
    text: 'How rates grow: 20%/year, 10%..30%/year, +5 MB/s per year, "x1.5 from 2027-03-01", "x2 from 11-20 to 12-31".',
  },
  'growth-from': {
    value: 'OBSERVATION',
    text: 'Take growth from an observation of the workspace (its id, or last), or from its JSON report.',
  },
  horizon: { value: 'TIME', text: 'How far: 3y (default), 18 months, 90 days; at most 10 years.' },
  from: { value: 'DAY', text: 'First day, on which the scenario’s rates hold, like 2026-12-01 (default: today).' },
} as const

/** Reads growth and days. @throws AppError USAGE that lists every problem, and those of reading the observation */
export async function termsOf(scenario: Scenario, context: CommandContext, command = 'forecast') {
  const { given } = context
  const [horizon, from] = [given.text('horizon'), given.text('from')]
  const observation = await observationOf(context)
  const reading = forecastTerms(scenario, { growth: given.texts('growth'), observation, horizon, from })
  if (reading.ok) return reading.terms
  const problems = reading.problems.map(({ place, message }) => ({ place: `--${place}`, message }))
  throw usageError(command, problems)
}

/**
 * Reads the observation of `--growth-from`. Without that option, reads the observation in a report that is given as the
 * scenario; null if there is none.
 */
async function observationOf(context: CommandContext): Promise<Observation | null> {
  const { given } = context
  const [path = ''] = given.parameters
  const named = given.text('growth-from')
  if (named === undefined) return (await isObservationFile(path)) ? readObservationFile(path) : null
  if (/\.json(\.gz)?$/i.test(named)) return readObservationFile(named)
  return withWorkbench(context, async (workbench) => {
    const { id } = await findObservation(workbench, named)
    return workbench.handlers['observations.show']({ observationId: id })
  })
}
