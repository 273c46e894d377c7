import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detectEmbeddedKafka, findKafkaVersion, parseJavaMajor } from '../../../src/runner/embedded/availability.ts'

const folder = mkdtempSync(join(tmpdir(), 'headroom-availability-'))
const jarsPath = join(folder, 'jars')
const emptyPath = join(folder, 'empty')

/** Makes a program that prints a version of Java to stderr, as a real Java does. */
function installJava(version: string): string {
  const home = join(folder, `java-${version}`)
  mkdirSync(join(home, 'bin'), { recursive: true })
  writeFileSync(join(home, 'bin', 'java'), `#!/bin/sh\necho 'openjdk version "${version}" 2025-04-15' >&2\n`)
  chmodSync(join(home, 'bin', 'java'), 0o755)
  return home
}

beforeAll(() => {
  mkdirSync(jarsPath)
  mkdirSync(emptyPath)
  writeFileSync(join(jarsPath, 'kafka-clients-4.3.1.jar'), '')
  writeFileSync(join(jarsPath, 'kafka_2.13-4.3.1.jar'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(process.platform === 'win32')('embedded Kafka', () => {
  it('is available with Java 17 and the jars', () => {
    const environment = { PATH: emptyPath, JAVA_HOME: installJava('17.0.15') }
    expect(detectEmbeddedKafka({ environment, jarsPath })).toEqual({
      isAvailable: true,
      javaPath: join(environment.JAVA_HOME, 'bin', 'java'),
      javaVersion: '17.0.15',
      kafkaVersion: '4.3.1',
      reason: null,
      remedy: null,
    })
  })

  it('is unavailable without Java, and the remedy says what to install', () => {
    const found = detectEmbeddedKafka({ environment: { PATH: emptyPath }, jarsPath })
    expect(found).toMatchObject({ isAvailable: false, code: 'JAVA_MISSING', javaVersion: null })
    expect(found.remedy).toContain('Java runtime 17 or later')
  })

  it.each(['1.8.0_402', '11.0.2'])('is unavailable with Java %s, and the reason names that version', (version) => {
    const environment = { PATH: emptyPath, JAVA_HOME: installJava(version) }
    const found = detectEmbeddedKafka({ environment, jarsPath })
    expect(found).toMatchObject({ isAvailable: false, code: 'JAVA_MISSING', javaVersion: version })
    expect(found.reason).toContain(`Java ${version}`)
  })

  it('is unavailable without its jars, and the reason names their folder', () => {
    const environment = { PATH: emptyPath, JAVA_HOME: installJava('21.0.1') }
    const found = detectEmbeddedKafka({ environment, jarsPath: emptyPath })
    expect(found).toMatchObject({ isAvailable: false, code: 'RUNNER_NOT_READY' })
    expect(found.reason).toContain(emptyPath)
  })
})

describe('a version of Java', () => {
  it.each([
    ['1.8.0_402', 8],
    ['11.0.2', 11],
    ['17.0.15', 17],
    ['21-ea', 21],
    ['25', 25],
  ])('%s has the major version %i', (version, major) => {
    expect(parseJavaMajor(version)).toBe(major)
  })

  it('without a number has no major version', () => {
    expect(parseJavaMajor('unknown')).toBeNull()
  })
})

describe('the version of Kafka', () => {
  it('is that of the broker’s jar', () => {
    expect(findKafkaVersion(jarsPath)).toBe('4.3.1')
  })

  it('is unknown without jars and without their folder', () => {
    expect(findKafkaVersion(emptyPath)).toBeNull()
    expect(findKafkaVersion(join(folder, 'nowhere'))).toBeNull()
  })
})
