/**
 * `headroom plan` prints the plan of a run, for Headroom or for another program.
 */
import { resolve } from 'node:path'
import type { Problem } from '../../contracts/app-error.ts'
import { textWidth, wrapText } from '../../presentation/painters/columns.ts'
import { deployedOffering } from '../../workbench/calibration/calibrated-models.ts'
import { writeOutputFiles } from '../../workbench/files/write-output-files.ts'
import { type PlanTool, planScenario, planTools } from '../../workbench/plans/plan-output.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import type { Given } from '../command-line.ts'
import { filesText } from '../files-text.ts'
import { readRunDuration } from '../number-options.ts'
import { checkOutputFiles } from '../output-file.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { usageError } from '../usage-error.ts'
import { resourcesOf } from '../with-workbench.ts'

export const planCommand: Command = {
  spec: {
    name: 'plan',
    summary: 'Print what a run would do, for Headroom or for another benchmark tool.',
    parameters: ['SCENARIO'],
    options: {
      for: { value: planTools.join('|'), text: 'Tool that runs the plan (default: headroom, the plan as JSON).' },
      duration: { value: 'TIME', text: 'Length of the load (default: as for validate).' },
      out: { value: 'DIR', text: 'Write the files there instead of printing them.' },
      ...scenarioOptions,
      ...modelsOptions,
    },
    examples: [
      'headroom plan examples/confluent-cku-2020.headroom.json --for kafka-perf-test > run.sh',
      'headroom plan examples/first.headroom.json --for openmessaging --out benchmark',
      'headroom plan examples/first.headroom.json --for trogdor --out tasks --duration 10min',
    ],
  },
  run: plan,
}

async function plan(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const { tool, durationMs } = readOptions(given)
  const scenario = await scenarioOf(given.parameters[0] ?? '', given)
  // The plan does not use the model. But a model that does not exist is a mistake in the scenario, as for `predict`.
  await deployedOffering(scenario.deployment, resourcesOf(context))
  const output = planScenario(scenario, tool, durationMs)
  const directory = given.text('out')
  checkOutputFiles(given, 'out', output.files)
  const paths = directory === undefined ? [] : await writeOutputFiles(output, resolve(directory))
  if (given.has('json')) printJson(terminal, { for: tool, ...output, ...(directory === undefined ? {} : { paths }) })
  else if (directory === undefined) terminal.out(filesText(output))
  else for (const path of paths) terminal.out(`Wrote ${path}\n`)
  if (!given.has('json')) for (const note of output.notes) terminal.err(wrapText(note, textWidth(terminal.columns)))
  return 0
}

function readOptions(given: Given): { readonly tool: PlanTool; readonly durationMs: number | undefined } {
  const problems: Problem[] = []
  const tool = planTools.find((each) => each === (given.text('for') ?? 'headroom'))
  if (tool === undefined) problems.push({ place: '--for', message: `expected one of ${planTools.join(', ')}` })
  const durationMs = readRunDuration(given, problems)
  if (tool === undefined || problems.length > 0) throw usageError('plan', problems)
  return { tool, durationMs }
}
