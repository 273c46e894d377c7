/**
 * The error of a set-up step that failed for a reason that the user can change.
 *
 * `message` names the problem, and `remedy` says what to do about it. Neither needs a stack trace.
 */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {string} [remedy]
   * @param {unknown} [cause]
   */
  constructor(message, remedy, cause) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'SetupError'
    this.remedy = remedy
  }
}

/** There is no Java, or one that is too old. `lacks` tells this failure from others of the same step. */
export class JavaMissingError extends SetupError {
  lacks = 'java'
}
