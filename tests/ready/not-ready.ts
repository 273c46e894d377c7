/**
 * What a suite says where this machine is not ready for it: one sentence with the command, and no test is run.
 */

/** An error that Vitest shows as its message alone: where it was thrown helps nobody. */
export class NotReadyError extends Error {
  constructor(missing: readonly string[], command = 'npm run ready') {
    super(`These tests need ${missing.join(' and ')}; run: ${command}`)
    this.name = 'NotReady'
    this.stack = `${this.name}: ${this.message}`
  }
}
