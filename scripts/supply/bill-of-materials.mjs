/**
 * The bill of materials of everything that ships, in CycloneDX's format. npm provides the packages, Maven the Kafka
 * jars.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { embeddedPath, repositoryPath, runnerPath } from '../setup/paths.mjs'
import { runCommand, runNpm } from '../setup/run-command.mjs'
import { SetupError } from '../setup/setup-error.mjs'
import { openStaging } from '../setup/staging.mjs'
import { shippedPackages } from './shipped-packages.mjs'

/**
 * @typedef {{ license?: { id?: string, name?: string }, expression?: string }} License
 * @typedef {{ type: string, group?: string, name: string, version: string, purl: string,
 *   hashes?: { alg: string, content: string }[], licenses?: License[] }} Component
 */

const mavenPlugin = 'org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeBom'

/** @returns {Promise<{ components: Component[] } & Record<string, unknown>>} the same for the same lock files, wherever it is made */
export async function makeBillOfMaterials() {
  const { version } = JSON.parse(await readFile(join(repositoryPath, 'package.json'), 'utf8'))
  const shipped = new Set(shippedPackages().map(({ name, version: its }) => `${name}@${its}`))
  const ofPackages = [...(await npmComponents(repositoryPath)), ...(await npmComponents(runnerPath))].filter(
    ({ name, version: its }) => shipped.has(`${name}@${its}`),
  )
  const all = [...ofPackages, ...(await jarComponents())].map(plain)
  const unique = new Map(all.map((component) => [component.purl, component]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'headroom', version } },
    components: [...unique.keys()].sort().flatMap((purl) => unique.get(purl) ?? []),
  }
}

/** @param {string} folderPath of a lock file @returns {Promise<Component[]>} */
async function npmComponents(folderPath) {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
  const { exitCode, output, tail } = await runNpm(words, { cwd: folderPath })
  if (exitCode !== 0) throw new SetupError(`npm sbom failed: ${tail.split('\n').at(-1)}`)
  return JSON.parse(output).components
}

/** @returns {Promise<Component[]>} */
async function jarComponents() {
  const stagedPath = await openStaging('bill-of-materials')
  try {
    const options = ['-DoutputFormat=json', `-DoutputDirectory=${stagedPath}`, '-DoutputName=jars']
    const { exitCode, tail } = await runCommand('mvn', [
      '--batch-mode',
      '--strict-checksums',
      '-f',
      join(embeddedPath, 'pom.xml'),
      mavenPlugin,
      ...options,
    ])
    if (exitCode !== 0) throw new SetupError(`Maven made no bill of materials: ${tail.split('\n').at(-1)}`)
    return JSON.parse(await readFile(join(stagedPath, 'jars.json'), 'utf8')).components
  } finally {
    await rm(stagedPath, { recursive: true, force: true })
  }
}

/**
 * Keeps the fields that both tools provide and that do not change from day to day.
 * @param {Component} component
 * @returns {Component}
 */
function plain({ type, group, name, version, purl, hashes = [], licenses = [] }) {
  return {
    type,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    purl,
    hashes: hashes.filter(({ alg }) => alg === 'SHA-512'),
    licenses: licenses.map(plainLicense),
  }
}

/** Without the text and the address that Maven adds. @param {License} told @returns {License} */
function plainLicense({ license, expression }) {
  if (expression !== undefined) return { expression }
  const { id, name = 'unknown' } = license ?? {}
  return { license: id === undefined ? { name } : { id } }
}

/** Names the licences of a component. @param {Component} component */
export function licenceText({ licenses = [] }) {
  const names = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '')
  return names.length === 0 ? 'see its text' : names.join(', ')
}
