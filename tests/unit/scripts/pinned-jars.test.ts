import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkJars, hashJars } from '../../../scripts/setup/pinned-jars.mjs'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const embedded = resolve(import.meta.dirname, '../../../src/runner/embedded')
let pinned = ''

function writeJar(name: string, content: string): void {
  writeFileSync(join(folder.path, name), content)
}

/** What the check says of the folder as it is; null where it is content. */
async function refusal(): Promise<string | null> {
  return checkJars(folder.path, pinned).then(
    () => null,
    ({ message, remedy }) => `${message}: ${remedy}`,
  )
}

describe('the check of the Kafka jars', () => {
  beforeEach(async () => {
    for (const name of ['kafka_2.13-4.3.1.jar', 'slf4j-api-1.7.36.jar']) writeJar(name, `content of ${name}`)
    pinned = await hashJars(folder.path)
  })

  it('is content with the jars that were pinned, whatever else lies beside them', async () => {
    writeJar('.headroom-stamp.json', '{}')
    expect(await refusal()).toBeNull()
  })

  it('refuses a jar of which one byte has changed, and says which and what to do', async () => {
    writeJar('slf4j-api-1.7.36.jar', 'Content of slf4j-api-1.7.36.jar')
    expect(await refusal()).toBe(
      'the Kafka jars are not those that are pinned: slf4j-api-1.7.36.jar has another content: do not use them; ask who runs your Maven repository (after a change of pom.xml: node scripts/pin-kafka-jars.mjs)',
    )
  })

  it('refuses a jar too many and one too few', async () => {
    writeJar('evil-1.0.jar', 'x')
    rmSync(join(folder.path, 'kafka_2.13-4.3.1.jar'))
    expect(await refusal()).toContain('evil-1.0.jar is not one of them, kafka_2.13-4.3.1.jar is missing')
  })

  it('refuses a list that it cannot read', async () => {
    pinned = pinned.replace(/^./, 'x')
    expect(await refusal()).toContain('a line of the pinned jars is not one of sha512sum: x')
  })
})

it('the jars that are pinned are those of pom.xml', () => {
  const pom = readFileSync(join(embedded, 'pom.xml'), 'utf8')
  const names = readFileSync(join(embedded, 'jars.sha512'), 'utf8').match(/\S+\.jar$/gm) ?? []
  const version = /<kafka\.version>(.+)<\/kafka\.version>/.exec(pom)?.[1]
  expect(names).toEqual(
    expect.arrayContaining([`kafka_2.13-${version}.jar`, `kafka-tools-${version}.jar`, `kafka-clients-${version}.jar`]),
  )
  expect(names.filter((name) => /^kafka.*\.jar$/.test(name) && !name.endsWith(`-${version}.jar`))).toEqual([])
})
