import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { slowTextOf, stepsOf } from './pattern-steps.ts'
import { patternsOf } from './patterns-of-source.ts'

const sourcePath = resolve(import.meta.dirname, '../../../src')

/** The reason why no long text comes to a pattern that is slow on one: by file, and by the pattern itself. */
const boundedElsewhere: Readonly<Record<string, readonly (readonly [pattern: string, reason: string])[]>> = {
  'contracts/import-columns.ts': [
    [String.raw`^(?<field>\w+)=(?<header>.*?)(?:\s*\[(?<unit>[^\]]+)\])?$`, 'an option of the user'],
  ],
  'measurement/imports/sangrenel.ts': [
    [String.raw`([\d.]+)(h|ms|m|s|µs|μs|us|ns)`, 'every number of the text has a unit: the pattern before it says so'],
  ],
  'observation/topic-columns.ts': [
    [String.raw`^(.*?)\s*[[(]([^\])]+)[\])]$`, 'headings have at most maxHeadingLength characters'],
    [String.raw`\s*\bper\b\s*`, 'headings have at most maxHeadingLength characters'],
  ],
  'presentation/painters/html-painter.ts': [['<[^>]*>', 'tags that the painter wrote; those of a text are escaped']],
  'presentation/provision/terraform-files.ts': [['-+$', 'names of topics have at most 200 characters']],
  'renderer/features/compare/compare-form.ts': [
    [String.raw`\s*(?:\/|per|an?)\s*h(?:our)?$`, 'quantities have at most maxQuantityLength characters'],
  ],
  'runner/embedded/heap-log.ts': [
    [String.raw`(\d+)([BKMG])->(\d+)([BKMG])\((\d+)([BKMG])\)`, 'lines of a JVM that Headroom started'],
  ],
  'runner/host/trogdor-coordinator.ts': [[String.raw`\/+$`, 'an address of the user']],
  'runner/worker/reach-cluster.ts': [
    [String.raw` \(after \d+ms in state .*\)$`, 'a line of librdkafka, at most 512 bytes'],
  ],
  'units/number-text.ts': [['0+$', 'a number that Headroom writes']],
  'units/per-time.ts': [
    [
      String.raw`^(.*?)(?:\s*\/\s*|\s*\bper\s+|\s+a\s+|\s+an\s+)([a-zµμ]+)$`,
      'quantities have at most maxQuantityLength characters',
    ],
  ],
  'units/ratio.ts': [
    [
      String.raw`\s*(?:\/\s*|per\s+|an?\s+)?(?:year|y|yr|a)\s*$`,
      'quantities have at most maxQuantityLength characters',
    ],
  ],
  'units/record-rate.ts': [
    [
      String.raw`^(.*?)\s*\b(?:records?|recs?|messages?|msgs?|events?|requests?|reqs?|r|m|q)?(ps)?$`,
      'quantities have at most maxQuantityLength characters',
    ],
  ],
  'workbench/observations/endpoints/read-prometheus.ts': [[String.raw`\/+$`, 'an address of the user']],
}

describe('a pattern', () => {
  test.each([
    ['the square', /\s+$/],
    ['the square', /^(.*?)\s*x$/],
    ['the square', /(\d+)ms/g],
    ['the cube', /(\d+)\s*(\d+)$/],
    ['a power', /^(a+)+$/],
    ['a power', /^(?:\w+\s?)*$/],
    ['the square', /\w{0,60}[\d.]+-/],
    // Those that the review of 2026-11-22 found, as they were: for secrets, then for hosts.
    ['the square', /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+:[^\s/@]+@/gi],
    ['the square', /(--[\w-]*(?:password|token)[\w-]*\s+)("[^"]*"|'[^']*'|[^\s-]\S*)/gi],
    ['the square', /\[[0-9a-f:]*:[0-9a-f:.]+\](?::\d{1,5})?/giu],
    ['the square', /(?<![\p{L}-])(?=[\p{L}.-]*\p{L})[\p{L}][\p{L}.-]*:\d{2,5}(?!\p{L})/giu],
  ])('that takes %s of the length is found: %s', (_growth, pattern) => {
    expect(slowTextOf(pattern)).not.toBeNull()
  })

  test.each([
    [/^\s+/],
    [/^\d+(?:\.\d+)?$/],
    [/"[^"]*"/g],
    [/-\w{0,60}x/g],
    [/\s*x/y],
    [/(?<!\w)--[\w-]{0,60}\s{1,20}/g],
    [/^(?<name>a)\k<name>+$/],
  ])('that takes the length passes: %s', (pattern) => {
    expect(slowTextOf(pattern)).toBeNull()
  })

  test.each([
    [/b+c/, 'abbbbd'],
    [/(a|ab)(c|bcd)(d*)/, 'abcd'],
    [/(?<=a)b(?!c)/, 'abcab'],
    [/(["'])x\1/, `'x'`],
  ])('takes steps that do not depend on the machine: %s', (pattern, text) => {
    expect(stepsOf(pattern, text)).toBeGreaterThan(0)
    expect(stepsOf(pattern, text)).toBeLessThan(40)
  })
})

/** Slow patterns of all sources, as lines, and the number of all patterns. */
function slowPatterns(): { readonly slow: string[]; readonly allowed: string[]; readonly count: number } {
  const names = readdirSync(sourcePath, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/node_modules|[\\/]dist[\\/]/.test(name),
  )
  const [slow, allowed]: [string[], string[]] = [[], []]
  let count = 0
  for (const name of names) {
    const readImported = (path: string) => readFileSync(join(sourcePath, dirname(name), path), 'utf8')
    for (const { line, pattern } of patternsOf(readFileSync(join(sourcePath, name), 'utf8'), name, readImported)) {
      count += 1
      const found = slowTextOf(pattern)
      if (found === null) continue
      const isAllowed = boundedElsewhere[name]?.some(([source]) => source === pattern.source) === true
      if (isAllowed) allowed.push(`${name} ${pattern.source}`)
      else slow.push(`src/${name}:${line} ${pattern} is slow on ${found.text}`)
    }
  }
  return { slow, allowed, count }
}

test('no pattern of the sources is slow on a long text, or no long text comes to it', () => {
  const { slow, allowed, count } = slowPatterns()
  expect(slow).toEqual([])
  const listed = Object.entries(boundedElsewhere).flatMap(([name, each]) => each.map(([source]) => `${name} ${source}`))
  expect(allowed.sort()).toEqual(listed.sort())
  // The reader of the sources sees them all.
  expect(count).toBeGreaterThan(300)
}, 300_000)
