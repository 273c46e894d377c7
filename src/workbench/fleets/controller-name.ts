/**
 * The name of this controller, for others who find an agent taken by it.
 */
import { hostname, userInfo } from 'node:os'

/** `user@host, process 123`. */
export function controllerName(): string {
  return `${userName()}@${hostname()}, process ${process.pid}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have no name.
    return 'someone'
  }
}
