/**
 * Formats the output of `predict --next`: the command lines of the suggested runs, and the JSON.
 */
import type { Scenario } from '../contracts/scenario.ts'
import { commandsOf, type ScenarioWords } from '../presentation/sizing/next-section.ts'
import type { measureNext } from '../workbench/sizing/measure-next.ts'
import type { Given } from './command-line.ts'
import { scenarioOptions } from './scenario-input.ts'

type NextMeasurement = Awaited<ReturnType<typeof measureNext>>

/**
 * Returns the words of a command line that name its scenario: the file and the options that change it. The calibration
 * is left out, because the suggested runs serve to fit a new one.
 */
export function scenarioWords(given: Given, { deployment }: Scenario, path = given.parameters[0] ?? ''): ScenarioWords {
  const options = Object.keys(scenarioOptions).filter((option) => option !== 'calibration')
  const words = options.flatMap((option) => given.texts(option).flatMap((value) => [`--${option}`, value]))
  return { words: [path, ...words], offering: deployment.offering }
}

/** Returns the JSON object. The runs have their changes and commands instead of the whole scenario. */
export function nextObject({ runs, ...next }: NextMeasurement, given: ScenarioWords) {
  return {
    ...next,
    runs: runs.map(({ scenario: _changed, ...run }) => ({ ...run, commands: commandsOf(run, given) })),
  }
}
