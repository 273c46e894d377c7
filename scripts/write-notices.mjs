/**
 * `npm run notices` writes THIRD-PARTY-NOTICES.txt and sbom.cdx.json from the lock files, the pom.xml of the Kafka jars
 * and the licence files of the packages. It needs the results of `npm run ready`. Run it after a change of
 * dependencies.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryPath } from './setup/paths.mjs'
import { licenceText, makeBillOfMaterials } from './supply/bill-of-materials.mjs'
import { licenceFiles } from './supply/licence-files.mjs'
import { shippedPackages } from './supply/shipped-packages.mjs'

const head = `Third-party notices

Headroom ships the software below: npm packages in the app, the load runner and the agent's bundle, and the jars of the
embedded Apache Kafka. Each jar carries its own licence and notice in its META-INF. Electron's folder has the licences of
Electron (LICENSE.electron.txt) and of Chromium (LICENSES.chromium.html). sbom.cdx.json lists the same with hashes.
`

/** @param {import('./supply/bill-of-materials.mjs').Component[]} components */
function notices(components) {
  const lines = components.map(({ purl, ...rest }) => `${purl}  ${licenceText({ purl, ...rest })}`)
  /** @type {Map<string, string[]>} a text and the packages that bring it */
  const texts = new Map()
  for (const { name, version, folderPath } of shippedPackages()) {
    for (const file of licenceFiles(folderPath))
      texts.set(file.text, [...(texts.get(file.text) ?? []), `${name} ${version} (${file.name})`])
  }
  const rule = '='.repeat(80)
  const pieces = [...texts].map(([text, owners]) => `${rule}\n${owners.join('\n')}\n${rule}\n\n${text}\n`)
  return [head, `${lines.join('\n')}\n`, ...pieces].join('\n')
}

const node = shippedPackages().find(({ name }) => name === 'node')
if (node === undefined || licenceFiles(node.folderPath).length === 0) {
  console.error('The runner’s Node has no licence here: delete src/runner/node_modules and run npm run ready')
  process.exit(1)
}
const bill = await makeBillOfMaterials()
await writeFile(join(repositoryPath, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
await writeFile(join(repositoryPath, 'THIRD-PARTY-NOTICES.txt'), notices(bill.components))
console.log(`${bill.components.length} components in sbom.cdx.json and THIRD-PARTY-NOTICES.txt`)
