/**
 * Checks the version of Node. This file must parse on old versions of Node, because it tells people that theirs is too
 * old.
 */

/** The `engines` of package.json, which npm only warns about. */
export const supportedNode = '20.19 or later, 22.13 or later, or 24 or later'

/**
 * @param {string} [version] e.g. "20.20.2"
 * @returns {string | undefined} what is wrong and what to do, or undefined when this Node will do
 */
export function nodeVersionProblem(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return undefined
  return `Headroom needs Node ${supportedNode}; this is Node ${version}. Install one of these and try again.`
}
