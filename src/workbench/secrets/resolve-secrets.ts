/**
 * Finds the values of secrets in a file or in the environment, or asks the user. Values are never logged or stored.
 */
import { agentTokenSecret } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { type Secrets, secrets, secretVariable } from '../../contracts/connection.ts'
import { check } from '../../contracts/parse.ts'
import { lineOfPlace, linesOfPlaces } from '../files/lines-of-places.ts'
import { maxWrittenFileBytes, readJsonValue, readText } from '../files/read-json-file.ts'

/** Sources of values, in order of priority. */
export interface SecretSources {
  /** Values from a client configuration that was opened or pasted. */
  readonly given?: Secrets
  /** Content of `--secrets-file`. */
  readonly file?: Secrets
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Asks the user without echo. Undefined if there is no terminal. */
  readonly prompt?: (name: string) => Promise<string>
}

/**
 * Returns the values of these secrets.
 * @throws AppError AUTHENTICATION_FAILED with the names of all that have no value
 */
export async function resolveSecrets(names: readonly string[], sources: SecretSources): Promise<Secrets> {
  const values: Secrets = {}
  const missing: string[] = []
  for (const name of names) {
    const given = ownValue(sources.given, name) ?? ownValue(sources.file, name)
    const known = given ?? sources.environment[secretVariable(name)]
    const value = known ?? (await sources.prompt?.(name))
    if (value === undefined) missing.push(name)
    else values[name] = value
  }
  if (missing.length === 0) return values
  const isAgentTokenOnly = missing.every((name) => name === agentTokenSecret)
  throw new AppError('AUTHENTICATION_FAILED', `No value is known for the secret ${missing.join(', ')}.`, {
    problems: missing.map((name) => ({
      place: name,
      message: `give it in the environment variable ${secretVariable(name)}, or in ${fileOf(name)}`,
    })),
    remedy: isAgentTokenOnly
      ? 'Give the token file of the agent: --agent-token-file FILE, or its text in Agents.'
      : 'Type the value when asked, or with the connection in the window. A secrets file reads {"name": "value"}.',
  })
}

/** Names the kind of file that provides a secret. The token of agents has its own. */
function fileOf(name: string): string {
  return name === agentTokenSecret ? 'the token file of the agent' : 'a secrets file'
}

/**
 * Reads a secrets file: one JSON object that maps names to values.
 * @throws AppError FILE_UNREADABLE or CONNECTION_INVALID. No message repeats a value.
 */
export async function readSecretsFile(path: string): Promise<Secrets> {
  const outcome = check(secrets, await readSecretsValue(path))
  if (outcome.ok) return outcome.value
  const lines = linesOfPlaces(await readText(path, 'secrets file', maxWrittenFileBytes))
  throw new AppError('CONNECTION_INVALID', `The secrets file ${path} is not a JSON object of names and texts.`, {
    // The schema's own messages and places repeat what they found, which could be a secret.
    problems: outcome.problems.map(({ place }) => ({
      place: `${path}:${lineOfPlace(lines, place)}`,
      message: 'expected a name and a text',
    })),
    remedy: 'Write it as {"name": "value"}.',
  })
}

async function readSecretsValue(path: string): Promise<unknown> {
  try {
    return await readJsonValue(path, {
      noun: 'secrets file',
      code: 'CONNECTION_INVALID',
      maxBytes: maxWrittenFileBytes,
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONNECTION_INVALID') throw error
    const problems = error.problems.map(({ place }) => ({ place, message: 'this is not valid JSON' }))
    throw new AppError(error.code, error.message, { remedy: error.remedy, problems })
  }
}

function ownValue(values: Secrets | undefined, name: string): string | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}
