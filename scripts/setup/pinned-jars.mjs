/**
 * Checks the Kafka jars against hashes in this repository, because a Maven repository's own checksums do not protect
 * against the repository itself.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SetupError } from './setup-error.mjs'

/** Maximum number of names in a message. */
const maxNamed = 5

/**
 * The jars of a folder as lines of `sha512sum`, by name.
 *
 * @param {string} folderPath
 */
export async function hashJars(folderPath) {
  const names = (await readdir(folderPath)).filter((name) => name.endsWith('.jar')).sort()
  const lines = await Promise.all(names.map(async (name) => `${await sha512(join(folderPath, name))}  ${name}\n`))
  return lines.join('')
}

/**
 * Throws if the jars of a folder differ from the pinned ones: in content, or by a surplus or missing file.
 *
 * @param {string} folderPath
 * @param {string} pinned lines of `sha512sum`
 */
export async function checkJars(folderPath, pinned) {
  const wanted = parseHashes(pinned)
  const found = parseHashes(await hashJars(folderPath))
  const problems = [...new Set([...wanted.keys(), ...found.keys()])].sort().flatMap((name) => {
    if (!found.has(name)) return [`${name} is missing`]
    if (!wanted.has(name)) return [`${name} is not one of them`]
    return wanted.get(name) === found.get(name) ? [] : [`${name} has another content`]
  })
  if (problems.length === 0) return
  const left = problems.length - maxNamed
  throw new SetupError(
    `the Kafka jars are not those that are pinned: ${problems.slice(0, maxNamed).join(', ')}${left > 0 ? `, and ${left} more` : ''}`,
    'do not use them; ask who runs your Maven repository (after a change of pom.xml: node scripts/pin-kafka-jars.mjs)',
  )
}

/**
 * @param {string} text lines of `sha512sum`
 * @returns {Map<string, string>} hash by name
 */
function parseHashes(text) {
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const match = /^([0-9a-f]{128}) {2}(\S+\.jar)$/.exec(line)
        if (match === null)
          throw new SetupError(`a line of the pinned jars is not one of sha512sum: ${line.slice(0, 80)}`)
        const [, hash = '', name = ''] = match
        return [name, hash]
      }),
  )
}

/** @param {string} path */
async function sha512(path) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
