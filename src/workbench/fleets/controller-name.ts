/**
 * Names this controller for other users who find an agent in use by it.
 */
import { hostname, userInfo } from 'node:os'

/** Returns a name such as `user@host, process 123`. */
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
