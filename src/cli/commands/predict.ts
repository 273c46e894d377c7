/**
 * `headroom predict`: what a workload gets from a deployment.
 */
import { locateResources } from '../../workbench/resources.ts'
import { predictScenario } from '../../workbench/sizing/predict-scenario.ts'
import { type Command, type CommandContext, printJson } from '../command.ts'
import { predictionText } from '../prediction-text.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'

export const predictCommand: Command = {
  spec: {
    name: 'predict',
    summary: 'Predict what a workload gets from a cluster.',
    parameters: ['SCENARIO'],
    options: scenarioOptions,
    examples: [
      'headroom predict examples/first.headroom.json',
      'headroom predict examples/confluent-cku-2020.headroom.json --size 3 --as-of 2020-04 --json',
    ],
  },
  run: predictOnce,
}

async function predictOnce({ given, terminal, resourcesRoot }: CommandContext): Promise<number> {
  const scenario = await scenarioOf(given.parameters[0] ?? '', given)
  const explained = await predictScenario(scenario, locateResources(resourcesRoot))
  if (given.has('json')) printJson(terminal, explained.prediction)
  else terminal.out(predictionText(explained, terminal.columns))
  return 0
}
