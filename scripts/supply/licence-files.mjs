/**
 * Collects the licence texts of packages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files inside a package with the licences of its bundled sources. */
const furtherFolders = ['', 'deps/librdkafka']

/** Removes the part of Node's licence about npm, because the package that ships Node does not contain npm. */
const npmPart = /\n- npm, located at deps\/npm, is licensed as follows:\n {2}"""\n[\s\S]*?\n {2}"""\n/

/** @param {string} text of Node's licence, or of one that does not have the part @returns {string} */
export function withoutNpmPart(text) {
  return text.replace(npmPart, '')
}

/**
 * @param {string} folderPath of a package
 * @returns {{ name: string, text: string }[]} empty if it has none, or is for another platform
 */
export function licenceFiles(folderPath) {
  return furtherFolders.flatMap((further) => {
    const path = join(folderPath, further)
    if (!existsSync(path)) return []
    const names = readdirSync(path).filter((name) => /^(licen[cs]es?|copying|notice)(\.\w+)?$/i.test(name))
    return names.sort().map((name) => ({
      name: further === '' ? name : `${further}/${name}`,
      text: withoutNpmPart(readFileSync(join(path, name), 'utf8').replace(/\r\n/g, '\n')).trim(),
    }))
  })
}
