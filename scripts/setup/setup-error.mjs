/**
 * A set-up step that cannot go on, for a reason that the person at the machine can change.
 *
 * `message` names what is wrong, `remedy` what to do about it; neither needs a stack trace.
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
