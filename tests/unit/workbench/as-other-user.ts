/** Runs `work` as a user who owns no file. Only root can become another user. */
export function asOtherUser<T>(work: () => T): T {
  process.seteuid?.(65_534)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}

/** True if tests can become another user. */
export const canBecomeOtherUser = process.geteuid?.() === 0
