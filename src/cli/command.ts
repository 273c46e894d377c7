/**
 * The interface of commands.
 */
import type { CommandSpec, Given } from './command-line.ts'
import { jsonText } from './terminal/json-text.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Input of a command. */
export interface CommandContext {
  readonly given: Given
  readonly terminal: Terminal
  /** Path of the folder that holds models/, examples/ and the runner. */
  readonly resourcesRoot: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** A command with its specification. */
export interface Command {
  readonly spec: CommandSpec
  /** Runs the command. @returns the exit code @throws AppError for expected errors */
  run(context: CommandContext): Promise<number>
}

/** Options of commands that use the workspace. */
export const workspaceOptions = {
  workspace: {
    value: 'DIR',
    text: 'Folder for runs (default: HEADROOM_WORKSPACE, or the standard folder of the platform).',
  },
} as const

/** Options of commands that predict or show models. */
export const modelsOptions = {
  workspace: { value: 'DIR', text: 'Use models and calibrations of DIR (default: those of your workspace).' },
} as const

/** Prints a value as the JSON object of `--json`. Call it once per command. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(jsonText(value))
}
