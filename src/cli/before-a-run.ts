/**
 * Obtains what a run on the user's cluster requires before it starts: a confirmation, and the values of secrets.
 */
import { AppError } from '../contracts/app-error.ts'
import type { Secrets } from '../contracts/connection.ts'
import { disableCoreFiles } from '../workbench/secrets/no-core-files.ts'
import { readSecretsFile, resolveSecrets } from '../workbench/secrets/resolve-secrets.ts'
import type { WorkbenchOptions } from '../workbench/workbench.ts'
import type { CommandContext } from './command.ts'
import { askSecret, confirm } from './terminal/questions.ts'
import type { Terminal } from './terminal/terminal.ts'

/**
 * Asks for confirmation unless `--yes` was given.
 * @throws AppError USAGE without a terminal, ABORTED if the user declines
 */
export async function askToStart(
  { given, terminal }: Pick<CommandContext, 'given' | 'terminal'>,
  what: 'run' | 'campaign',
): Promise<void> {
  if (given.has('yes')) return
  if (!terminal.isInteractive) {
    throw new AppError(
      'USAGE',
      `A ${what} on a cluster needs confirmation before it writes, and there is no terminal to ask on.`,
      {
        remedy: 'Add --yes if the lines above are what you want.',
      },
    )
  }
  if (!(await confirm(`Start this ${what}?`))) {
    throw new AppError('ABORTED', 'Nothing was started.')
  }
}

/** Disables core files, which would contain secrets. Says so on the terminal if that failed. */
export function keepSecretsOutOfCoreFiles({ err }: Pick<Terminal, 'err'>): void {
  if (disableCoreFiles() !== 'failed') return
  err(
    'Core files could not be disabled, because prlimit is missing or failed. If a process crashes, the file may contain passwords. Disable core files in this shell with: ulimit -c 0\n',
  )
}

/**
 * Creates a function that finds the values of secrets: first among the known ones, then in `--secrets-file` and in the
 * environment, and last by a question on the terminal. Also disables core files of this process.
 * @throws AppError FILE_UNREADABLE or USAGE for the secrets file
 */
export async function secretResolver(
  { given, terminal, environment }: CommandContext,
  known: Secrets,
): Promise<WorkbenchOptions['resolveSecrets']> {
  keepSecretsOutOfCoreFiles(terminal)
  const path = given.text('secrets-file')
  const file = path === undefined ? {} : { file: await readSecretsFile(path) }
  const prompt = terminal.isInteractive ? { prompt: (name: string) => askSecret(name) } : {}
  return (names) => resolveSecrets(names, { given: known, ...file, ...prompt, environment })
}
