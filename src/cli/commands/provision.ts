/**
 * `headroom provision` prints the recommended deployment as files for other programs: topics, cluster and client
 * settings.
 */
import { resolve } from 'node:path'
import type { Problem } from '../../contracts/app-error.ts'
import type { RecommendedChanges } from '../../contracts/provision.ts'
import { textWidth, wrapText } from '../../presentation/painters/columns.ts'
import { writeOutputFiles } from '../../workbench/files/write-output-files.ts'
import {
  type ProvisionedScenario,
  provisionKinds,
  provisionScenario,
} from '../../workbench/sizing/provision-scenario.ts'
import { answerOptions, questionsOf } from '../answer-options.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import type { Given } from '../command-line.ts'
import { filesText } from '../files-text.ts'
import { checkOutputFiles } from '../output-file.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { refuseProblems } from '../usage-error.ts'
import { resourcesOf } from '../with-workbench.ts'

export const provisionCommand: Command = {
  spec: {
    name: 'provision',
    summary: 'Print what sets up the recommended deployment: commands, resources and client settings.',
    parameters: ['SCENARIO'],
    options: {
      as: { value: [...provisionKinds, 'all'].join('|'), text: 'What to print (default: all).' },
      out: { value: 'DIR', text: 'Write the files there instead of printing them.' },
      smaller: {
        text: 'Reach the smallest size even by fewer partitions, or by compression with an assumed ratio.',
      },
      'keep-settings': { text: 'Keep the settings of clients and topics; only raise partitions that are too few.' },
      'target-utilisation': answerOptions['target-utilisation'],
      ...modelsOptions,
      ...scenarioOptions,
    },
    examples: [
      'headroom provision examples/first.headroom.json --as kafka > topics.sh',
      'headroom provision examples/first.headroom.json --as terraform --out infrastructure',
      'headroom provision examples/first.headroom.json --smaller --as properties',
    ],
  },
  run: provision,
}

async function provision(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const problems: Problem[] = []
  const kinds = kindsOf(given, problems)
  const { targetUtilisation } = questionsOf(given, problems)
  const changes = changesOf(given, problems)
  refuseProblems('provision', problems)
  const question = {
    kinds,
    changes,
    ...(targetUtilisation === undefined ? {} : { targetUtilisation }),
  }
  const scenario = await scenarioOf(given.parameters[0] ?? '', given)
  const provisioned = await provisionScenario(scenario, question, resourcesOf(context))
  const files = provisioned.outputs.flatMap((output) => output.files)
  const directory = given.text('out')
  checkOutputFiles(given, 'out', files)
  const paths = directory === undefined ? [] : await writeOutputFiles({ files }, resolve(directory))
  if (given.has('json')) {
    printJson(terminal, { ...provisionObject(provisioned), ...(directory === undefined ? {} : { paths }) })
    return 0
  }
  if (directory === undefined) terminal.out(filesText({ files }))
  else for (const path of paths) terminal.out(`Wrote ${path}\n`)
  const notes = new Set([provisioned.sizeSentence, ...provisioned.outputs.flatMap((output) => output.notes)])
  for (const note of notes) terminal.err(wrapText(note, textWidth(terminal.columns)))
  return 0
}

function changesOf(given: Given, problems: Problem[]): RecommendedChanges {
  if (!given.has('keep-settings')) return given.has('smaller') ? 'assumed' : 'sure'
  if (given.has('smaller')) problems.push({ place: '--keep-settings', message: 'excludes --smaller' })
  return 'none'
}

function kindsOf(given: Given, problems: Problem[]) {
  const text = given.text('as') ?? 'all'
  const kinds = text === 'all' ? provisionKinds : provisionKinds.filter((kind) => kind === text)
  if (kinds.length === 0) {
    const message = `expected one of ${[...provisionKinds, 'all'].join(', ')} (found ${text})`
    problems.push({ place: '--as', message })
  }
  return kinds
}

/** Returns the JSON object: the recommendation by its differences, and the files of each kind. */
function provisionObject({ recommendation, prediction, topics, outputs }: ProvisionedScenario) {
  const { scenario, smallest, changes, neededPartitions, targetUtilisation } = recommendation
  return {
    scenarioName: scenario.name,
    deployment: prediction.deployment,
    targetUtilisation,
    smallest,
    changes: changes.map(({ path, value }) => ({ path, value })),
    neededPartitions,
    topics: topics.map(({ reasons: _sentences, settings, ...topic }) => ({
      ...topic,
      settings: Object.fromEntries(settings),
    })),
    outputs: outputs.map(({ kind, files, notes }) => ({ as: kind, files, notes })),
  }
}
