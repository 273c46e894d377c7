/**
 * Help texts, made from what the commands take.
 */
import { type CommandSpec, commonOptions, type OptionSpec } from './command-line.ts'
import { alignColumns } from './terminal/columns.ts'

/** The help of the whole program. */
export function programHelp(commands: readonly CommandSpec[]): string {
  return [
    'headroom predicts what a workload gets from a Kafka cluster, and proves it.\n\n',
    alignColumns(commands.map((command) => [`  headroom ${callOf(command)}`, command.summary])),
    '\nMore about one of them: headroom COMMAND --help\n',
    'Exit codes and JSON: docs/command-line.md\n',
  ].join('')
}

/** The help of one command. */
export function commandHelp(command: CommandSpec): string {
  return [
    `headroom ${callOf(command)} [options]\n`,
    `${command.summary}\n\n`,
    alignColumns(Object.entries({ ...command.options, ...commonOptions }).map(optionRow)),
    command.examples.length === 0 ? '' : '\nExamples\n',
    ...command.examples.map((example) => `  ${example}\n`),
  ].join('')
}

function callOf(command: CommandSpec): string {
  return [command.name, ...command.parameters].join(' ')
}

function optionRow([name, option]: [string, OptionSpec]): string[] {
  const call = option.value === undefined ? `  --${name}` : `  --${name} ${option.value}`
  return [call, option.isRepeatable ? `${option.text} May be repeated.` : option.text]
}
