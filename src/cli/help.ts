/**
 * Generates help texts from the specifications of the commands.
 */

import { textWidth, wrapText } from '../presentation/painters/columns.ts'
import { type CommandSpec, commonOptions, type OptionSpec } from './command-line.ts'

/** Formats the help of the whole program. */
export function programHelp(commands: readonly CommandSpec[], columns: number): string {
  return [
    'headroom predicts what a workload gets from a Kafka cluster, and tests the prediction.\n\n',
    commandList(commands, columns),
    '\nHelp on a command: headroom COMMAND --help\n',
    'Exit codes and JSON: docs/commands/output.md\n',
  ].join('')
}

/** Formats the help of a group of commands, such as those that begin with `runs`. */
export function groupHelp(name: string, commands: readonly CommandSpec[], columns: number): string {
  return [
    `Commands of headroom ${name}:\n\n`,
    commandList(commands, columns),
    `\nHelp on a command: headroom ${name} … --help\n`,
  ].join('')
}

/** Formats the help of one command. @param longer commands whose names begin with the name of this one */
export function commandHelp(command: CommandSpec, longer: readonly CommandSpec[], columns: number): string {
  const options = Object.entries({ ...command.options, ...commonOptions }).map(optionRow)
  return [
    `headroom ${callOf(command)} [options]\n`,
    wrapText(command.summary, textWidth(columns)),
    '\n',
    definitions(options, columns),
    command.examples.length === 0 ? '' : '\nExamples\n',
    ...command.examples.map((example) => `  ${example}\n`),
    longer.length === 0 ? '' : `\nSee also\n${commandList(longer, columns)}`,
  ].join('')
}

function commandList(commands: readonly CommandSpec[], columns: number): string {
  return definitions(
    commands.map((command) => [`headroom ${callOf(command)}`, command.summary]),
    columns,
  )
}

function callOf(command: CommandSpec): string {
  return [command.name, ...command.parameters].join(' ')
}

function optionRow([name, option]: [string, OptionSpec]): readonly [string, string] {
  const call = option.value === undefined ? `--${name}` : `--${name} ${option.value}`
  return [call, option.isRepeatable ? `${option.text} May be repeated.` : option.text]
}

/** Explanations are indented at most this far, so that enough of the line is left for them. */
const maxIndent = 38
/** Indent of explanations on a narrow terminal, on which each explanation is below its call. */
const narrowIndent = 6
const narrowColumns = 72

/** Formats calls with their explanations beside or below them, within the width of the terminal. */
function definitions(rows: readonly (readonly [string, string])[], columns: number): string {
  const width = textWidth(columns)
  const longest = Math.max(...rows.map(([call]) => call.length)) + 4
  const indent = width < narrowColumns ? narrowIndent : Math.min(longest, maxIndent)
  return rows
    .map(([call, text]) => {
      const explained = wrapText(text, width, ' '.repeat(indent))
      const head = `  ${call}`
      return head.length + 2 > indent ? `${head}\n${explained}` : `${head.padEnd(indent)}${explained.slice(indent)}`
    })
    .join('')
}
