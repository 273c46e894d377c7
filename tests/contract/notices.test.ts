import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { shippedPackages } from '../../scripts/supply/shipped-packages.mjs'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly unknown[]
}

/** What ships, as `purl sha512` lines without the qualifiers of Maven's: packages of the lock files, pinned jars. */
function shipped(): { packages: string[]; jars: Map<string, string> } {
  const packages = shippedPackages().map(({ name, version, integrity }) => {
    const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    return `pkg:npm/${name.replace('@', '%40')}@${version} ${hash}`
  })
  const lines = read('src/runner/embedded/jars.sha512').trim().split('\n')
  return { packages, jars: new Map(lines.map((line) => [line.slice(130), line.slice(0, 128)])) }
}

const { packages, jars } = shipped()

/** What of it a bill does not name, or names with another content, and what it names that does not ship. */
function differences(components: readonly Component[]): string[] {
  const named = components.map((each) => `${each.purl} ${each.hashes.map(({ content }) => content)}`)
  const missing = packages.filter((line) => !named.includes(line))
  const strangers = named.filter((line) => line.startsWith('pkg:npm/') && !packages.includes(line))
  const ofJars = components.filter(({ purl }) => purl.startsWith('pkg:maven/'))
  const fileOf = ({ name, version, purl }: Component) => {
    const classifier = /[?&]classifier=([^&]+)/.exec(purl)?.[1]
    return `${name}-${version}${classifier === undefined ? '' : `-${classifier}`}.jar`
  }
  const listed = new Map(ofJars.map((each) => [fileOf(each), each.hashes[0]?.content]))
  const otherJars = [...new Set([...jars.keys(), ...listed.keys()])].filter(
    (name) => jars.get(name) !== listed.get(name),
  )
  return [...missing, ...strangers, ...otherJars]
}

const { components }: { components: Component[] } = JSON.parse(read('sbom.cdx.json'))

test('the bill of materials names everything that ships at its version, with its hash and licence (npm run notices)', () => {
  expect(differences(components)).toEqual([])
  expect(components.filter(({ licenses }) => licenses.length === 0).map(({ purl }) => purl)).toEqual([])
  const names = new Set(components.map(({ name }) => name))
  for (const name of ['electron', 'react', 'libsql', 'node', 'node-rdkafka', 'kafkajs', 'kafka_2.13'])
    expect([name, names.has(name)]).toEqual([name, true])
})

test('a package that is missing, of another version or no longer shipped is found, and so is a jar', () => {
  const zod = components.find(({ name }) => name === 'zod')
  const kafka = components.find(({ name }) => name === 'kafka_2.13')
  if (zod === undefined || kafka === undefined) throw new Error('the bill has neither')
  const others = components.filter((each) => each !== zod && each !== kafka)
  expect(differences([...others, kafka])).toEqual([expect.stringContaining('pkg:npm/zod@')])
  expect(differences([...others, zod])).toEqual([expect.stringContaining('kafka_2.13-')])
  expect(differences([...components, { ...zod, purl: 'pkg:npm/zod@0.0.1' }])).toHaveLength(1)
  expect(differences([...others, zod, { ...kafka, version: '0.0.1' }])).toHaveLength(2)
})

test('the notices name every component, and have the texts of licences that ask for it', () => {
  const notices = read('THIRD-PARTY-NOTICES.txt')
  expect(components.filter(({ purl }) => !notices.includes(`\n${purl}  `)).map(({ purl }) => purl)).toEqual([])
  for (const name of ['react', 'zod', 'ws', 'chart.js', 'libsql', 'kafkajs', 'node', 'node-rdkafka', 'nan', 'electron'])
    expect([name, new RegExp(`^${name.replace('.', '\\.')} \\S+ \\(LICEN`, 'm').test(notices)]).toEqual([name, true])
  expect(notices).toContain('(deps/librdkafka/LICENSES.txt)')
  expect(notices).toContain('SIL OPEN FONT LICENSE')
})

test('packages and the agent’s bundle carry both', () => {
  for (const name of ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']) {
    expect(read('electron-builder.yml')).toContain(`- from: ${name}\n`)
    expect(read('scripts/agent-bundle.mjs')).toContain(`'${name}'`)
  }
})
