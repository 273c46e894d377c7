/**
 * The environment of helper programs: set-up, printing, `java -version`. They need the caller's settings of proxies,
 * displays and repositories, but no secrets. Runner hosts get less (fleets/host-environment.ts).
 */
import { secretVariable } from '../../contracts/connection.ts'

const secretPrefix = secretVariable('')

/** Returns the variables without those of secrets. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.toUpperCase().startsWith(secretPrefix)),
  )
}
