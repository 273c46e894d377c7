/**
 * For `vi.waitFor` and `expect.poll`: only what never comes takes as long. Vitest's own limit of 1 s is a demand on speed,
 * which a busy machine does not meet.
 */
export const patience = { timeout: 60_000 }
