/**
 * Who this controller is, for those who find an agent taken by it.
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
    // A container may run as a user without a name.
    return 'someone'
  }
}
