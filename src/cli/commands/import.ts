/**
 * `headroom import` adds the results of another benchmark tool to the workspace as a run.
 */
import { fileOfRun } from '../../contracts/run-file-conversion.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { readAll } from '../read-all.ts'
import { readColumns } from '../read-import-columns.ts'
import { runText } from '../run-text.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { refuseProblems } from '../usage-error.ts'
import { withWorkbench } from '../with-workbench.ts'

export const importCommand: Command = {
  spec: {
    name: 'import',
    summary: 'Import what another benchmark tool measured.',
    parameters: ['FILE...'],
    options: {
      scenario: { value: 'SCENARIO', text: 'Scenario that the benchmark ran; compares the run with its prediction.' },
      name: { value: 'TEXT', text: 'Name of the run (default: the scenario or the first file).' },
      repeats: { text: 'The files are repeats of one benchmark: one per folder, or one per file of a single folder.' },
      column: {
        value: 'FIELD=HEADER',
        isRepeatable: true,
        text: 'A column of a CSV file, with its unit in brackets: "ingressPayloadBytesPerSec=in [MiB/s]".',
      },
      ...scenarioOptions,
      ...workspaceOptions,
    },
    examples: [
      'headroom import producer.txt consumer-1.txt consumer-2.txt',
      'headroom import out/* --scenario examples/confluent-cku-2020.headroom.json',
    ],
  },
  run: importFiles,
}

async function importFiles(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const scenarioPath = given.text('scenario')
  if (scenarioPath === undefined) {
    const withoutScenario = Object.keys(scenarioOptions).filter((option) => given.has(option))
    refuseProblems(
      'import',
      withoutScenario.map((option) => ({
        place: `--${option}`,
        message: 'needs --scenario, whose scenario it changes',
      })),
    )
  }
  const [scenario, columns] = await readAll([
    [scenarioPath ?? '', () => (scenarioPath === undefined ? undefined : scenarioOf(scenarioPath, given))] as const,
    ['', () => readColumns(given.texts('column'))] as const,
  ])
  const name = given.text('name')
  return withWorkbench(context, async (workbench) => {
    const run = await workbench.handlers['runs.import']({
      paths: [...given.parameters],
      ...(scenario === undefined ? {} : { scenario }),
      ...(name === undefined ? {} : { name }),
      areRepeats: given.has('repeats'),
      columns,
    })
    if (given.has('json')) printJson(terminal, fileOfRun(run))
    else terminal.out(runText(run, terminal.columns))
    return 0
  })
}
