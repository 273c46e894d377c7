/**
 * `predict --next`: the command lines of the runs, and the JSON.
 */
import type { Scenario } from '../contracts/scenario.ts'
import { commandsOf, type ScenarioWords } from '../presentation/sizing/next-section.ts'
import type { measureNext } from '../workbench/sizing/measure-next.ts'
import type { Given } from './command-line.ts'
import { scenarioOptions } from './scenario-input.ts'

type NextMeasurement = Awaited<ReturnType<typeof measureNext>>

/** The file of a command line and the options that change its scenario. A calibration is not repeated: it is made anew. */
export function scenarioWords(given: Given, { deployment }: Scenario): ScenarioWords {
  const options = Object.keys(scenarioOptions).filter((option) => option !== 'calibration')
  const words = options.flatMap((option) => given.texts(option).flatMap((value) => [`--${option}`, value]))
  return { words: [given.parameters[0] ?? '', ...words], offering: deployment.offering }
}

/** What to measure next as JSON: the runs have their changes and commands in place of the whole scenario. */
export function nextObject({ runs, ...next }: NextMeasurement, given: ScenarioWords) {
  return {
    ...next,
    runs: runs.map(({ scenario: _changed, ...run }) => ({ ...run, commands: commandsOf(run, given) })),
  }
}
