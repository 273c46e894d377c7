import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { detectJava, parseJavaMajor } from '../../../scripts/setup/java.mjs'
import { compilationCost } from '../../../scripts/setup/node-rdkafka-build.mjs'
import { nodeVersionProblem } from '../../../scripts/setup/node-version.mjs'
import { dropEchoedInterrupts } from '../../../scripts/setup/single-interrupt.mjs'

describe('parseJavaMajor()', () => {
  it('reads old and new version texts', () => {
    const texts = ['openjdk version "17.0.15" 2025-04-15', 'java version "1.8.0_402"', 'openjdk version "21-ea"', 'no']
    expect(texts.map(parseJavaMajor)).toEqual([17, 8, 21, undefined])
  })
})

describe('detectJava()', () => {
  it('says what is missing and how to get it', () => {
    expect(detectJava({ PATH: '/nowhere' })).toMatchObject({
      isUsable: false,
      message: 'Java was not found on this machine',
      remedy: expect.stringContaining('17 or later'),
    })
  })
})

describe('nodeVersionProblem()', () => {
  it('takes the Nodes of package.json and no others', () => {
    const good = ['20.19.0', '20.20.2', '22.13.0', '24.0.0', '26.1.0']
    const bad = ['18.20.0', '20.18.3', '21.7.0', '22.12.0', '23.9.0']
    expect(good.filter((version) => nodeVersionProblem(version) !== undefined)).toEqual([])
    expect(bad.filter((version) => nodeVersionProblem(version) === undefined)).toEqual([])
    expect(nodeVersionProblem('18.20.0')).toContain('this is Node 18.20.0')
  })
})

describe('compilationCost()', () => {
  it('counts what compiles, the addon for more, and nothing else', () => {
    const lines = [
      'gcc -MD -MP -g -O2 -fPIC -Wall -c rdkafka.c -o rdkafka.o',
      'g++ -o Release/obj.target/node-librdkafka/src/admin.o ../src/admin.cc -MMD -c ',
      '  CXX(target) Release/obj.target/node-librdkafka/src/admin.o',
      'ar rcs librdkafka.a rdkafka.o',
      'checking for libssl (by compile)... ok',
    ]
    expect(lines.map(compilationCost)).toEqual([1, 4, 4, 0, 0])
  })
})

describe('dropEchoedInterrupts()', () => {
  it('lets one interrupt through per key press, and other signals always', () => {
    let nowMs = 0
    const target = new EventEmitter()
    const seen: string[] = []
    dropEchoedInterrupts(target as NodeJS.Process, () => nowMs)
    target.on('SIGINT', () => seen.push(`SIGINT at ${nowMs}`))
    target.on('SIGTERM', () => seen.push('SIGTERM'))
    for (const atMs of [0, 2, 290, 1_000, 1_003]) {
      nowMs = atMs
      target.emit('SIGINT')
    }
    target.emit('SIGTERM')
    target.emit('SIGTERM')
    expect(seen).toEqual(['SIGINT at 0', 'SIGINT at 1000', 'SIGTERM', 'SIGTERM'])
  })
})
