import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonProblems } from '../../../src/workbench/files/json-problems.ts'
import { writeFileAtomically } from '../../../src/workbench/files/write-file-atomically.ts'
import { readScenario, writeScenario } from '../../../src/workbench/sizing/scenario-files.ts'
import { lateRefusal } from '../refusal.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { smallScenario } from './small-scenario.ts'

const folder = temporaryFolder()

describe('the place of a JSON error', () => {
  it.each([
    ['{\n  "a": 1,\n  b: 2\n}', 3, 3, 'a name in double quotes is expected, found a word without double quotes'],
    ['{"a": 1 "b": 2}', 1, 9, '"," or "}" is expected, found "\\""'],
    ['{"a": }', 1, 7, 'a value is expected, found "}"'],
    ['{"a": 1,}', 1, 9, 'a name in double quotes is expected, found "}"'],
    ['{"a": 900,5}', 1, 10, 'JSON has no comma in a number; write 72000 for 72,000, and 1.5 for 1,5'],
    ['{"a": 900, 5}', 1, 12, 'a name in double quotes is expected, found a word without double quotes'],
    ['[1, 2', 1, 6, '"," or "]" is expected, found the end of the text'],
    ['{"a" 1}', 1, 6, '":" is expected, found a word without double quotes'],
    ['', 1, 1, 'the text is empty'],
    ['{"a": ', 1, 7, 'the text ends where a value is expected'],
    ['{"a": NaN}', 1, 7, 'a value is expected, found "NaN"; JSON has no such number'],
    ["{'a': 1}", 1, 2, `a name in double quotes is expected, found "'"; JSON needs double quotes`],
    ['{"a": 1 // one\n}', 1, 9, '"," or "}" is expected, found "/"; JSON has no comments'],
    ['["\t"]', 1, 2, 'this text has the character "\\t", which JSON has to escape'],
    ['{"a": "C:\\Kafka"}', 1, 7, 'this text has a backslash; JSON needs two for one'],
    ['{"a: 1}', 1, 2, 'this text has no closing double quote'],
    ['{"a: 1,\n"b": 2}', 1, 2, 'this text has no closing double quote on its line'],
    ['{} x', 1, 4, 'the text should end here, found a word without double quotes'],
    ['c4nary-secret', 1, 1, 'a value is expected, found a word without double quotes'],
    ['["line\nbreak"]', 1, 2, 'this text has no closing double quote on its line'],
  ])('of %j is line %d, column %d', (text, line, column, message) => {
    expect(jsonProblems(text)).toEqual([{ line, column, message }])
  })

  it('is not found in a text of 20 MB in one string, and is found at its end', () => {
    const text = `["${'x\\n'.repeat(7_000_000)}"`
    expect(jsonProblems(`${text}]`)).toEqual([])
    expect(jsonProblems(text)).toMatchObject([{ message: '"," or "]" is expected, found the end of the text' }])
  })

  it('is not found in texts that JSON.parse reads', () => {
    fc.assert(fc.property(fc.json(), (text) => jsonProblems(text).length === 0))
  })

  it('is found in texts that JSON.parse refuses, and in no others', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (text, at, change) => {
        const position = at % (text.length + 1)
        const changed = text.slice(0, position) + change + text.slice(position + 1)
        // A change can also make a second field of the same name, or a number that is too large: JSON, though not for us.
        const syntax = jsonProblems(changed).filter(({ message }) => !/appears twice|is too large/.test(message))
        expect(syntax.length === 0).toBe(isJson(changed))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('values that JSON.parse silently loses', () => {
  it.each<[string, string, [line: number, column: number, message: RegExp][]]>([
    [
      'a field that stands twice',
      '{"a": 1,\n "b": 2,\n "a": 3}',
      [[3, 2, /^this field appears twice in its object; remove one/]],
    ],
    [
      'the same in an inner object, written with an escape',
      '{"x": [{"a": 1, "\\u0061": 2}]}',
      [[1, 17, /appears twice/]],
    ],
    ['a number beyond the largest', '{"rate": 1e309}', [[1, 10, /^the number 1e309 is too large$/]]],
    [
      'several at once, and the syntax error after them',
      '{"a": -1e999,\n"a": 2,\n"c" 3}',
      [
        [1, 7, /too large/],
        [2, 1, /appears twice/],
        [3, 5, /":" is expected/],
      ],
    ],
  ])('is a problem with its place: %s', (_what, text, expected) => {
    const places = expected.map(([line, column, message]) => ({
      line,
      column,
      message: expect.stringMatching(message),
    }))
    expect(jsonProblems(text)).toEqual(places)
  })

  it('is no problem if neighbouring objects have the same field', () => {
    expect(jsonProblems('[{"a": 1}, {"a": 1e308}]')).toEqual([])
  })

  it('is reported at most 20 times', () => {
    expect(jsonProblems(`{${Array(50).fill('"a": 1').join(',')}}`)).toHaveLength(20)
  })

  it.each([
    ['100,000 brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['100,000 objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('is the depth of %s', (_what, text) => {
    expect(jsonProblems(text)).toEqual([
      { line: 1, column: expect.any(Number), message: 'expected at most 100 levels of brackets and braces' },
    ])
  })
})

/** So many megabytes of zeros, gzipped: members of gzip may stand one after another. */
function zerosOf(megabytes: number): Buffer {
  return Buffer.concat(Array(megabytes).fill(gzipSync(Buffer.alloc(1_000_000))))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('scenario files', () => {
  it('are read as they were written, and no other files are left', async () => {
    const path = join(folder.path, 'new', 'mine.headroom.json')
    await writeScenario(path, smallScenario)
    expect(await readScenario(path)).toEqual(smallScenario)
    expect(await readdir(join(folder.path, 'new'))).toEqual(['mine.headroom.json'])
  })

  it('are read with a byte order mark', async () => {
    const path = join(folder.path, 'bom.headroom.json')
    await writeFile(path, `\uFEFF${JSON.stringify(smallScenario)}`)
    expect((await readScenario(path)).name).toBe(smallScenario.name)
  })

  it('with a syntax error name file, line and column', async () => {
    const path = join(folder.path, 'broken.headroom.json')
    await writeFile(path, '{\n  "kind": "headroom.scenario",\n  "name" "x"\n}')
    const error = await lateRefusal(readScenario(path))
    expect([error.code, error.problems]).toEqual([
      'SCENARIO_INVALID',
      [{ place: `${path}:3:10`, message: '":" is expected, found "\\""' }],
    ])
  })

  it('with wrong fields name all of them', async () => {
    const path = join(folder.path, 'wrong.headroom.json')
    const [topic] = smallScenario.workload.topics
    const workload = { ...smallScenario.workload, topics: [{ ...topic, partitions: -3 }], colour: 'blue' }
    await writeFile(path, JSON.stringify({ ...smallScenario, workload }))
    const error = await lateRefusal(readScenario(path))
    expect(error.problems.map((problem) => problem.place).sort()).toEqual([
      'workload.colour',
      'workload.topics[0].partitions',
    ])
  })

  it('of a newer Headroom are refused with its version, without problems about unknown fields', async () => {
    const path = join(folder.path, 'later.headroom.json')
    await writeFile(path, JSON.stringify({ ...smallScenario, schemaVersion: 2, weather: 'fine' }))
    const error = await lateRefusal(readScenario(path))
    expect([error.code, error.problems]).toEqual(['SCENARIO_INVALID', []])
    expect(error.message).toMatch(/newer Headroom: it has version 2, and this one reads version 1\.$/)
    expect(error.toData().remedy).toMatch(/update this one/)
  })

  it('report each field that appears twice', async () => {
    const path = join(folder.path, 'twice.headroom.json')
    const text = JSON.stringify(smallScenario, null, 2)
    await writeFile(
      path,
      text.replace('"name"', '"name": "first",\n  "name"').replace('"deployment"', '"workload": 1e400,\n"deployment"'),
    )
    const error = await lateRefusal(readScenario(path))
    expect([error.code, error.problems.map(({ message }) => message.split(';')[0])]).toEqual([
      'SCENARIO_INVALID',
      [
        'this field appears twice in its object',
        'this field appears twice in its object',
        'the number 1e400 is too large',
      ],
    ])
  })

  it('that are not UTF-8 name the line', async () => {
    const path = join(folder.path, 'latin.headroom.json')
    const text = JSON.stringify({ ...smallScenario, name: 'Gr\u00fc\u00dfe' }, null, 2)
    await writeFile(path, Buffer.from(text, 'latin1'))
    const error = await lateRefusal(readScenario(path))
    const line = text.split('\n').findIndex((each) => each.includes('Gr')) + 1
    expect([error.code, error.problems]).toEqual([
      'FILE_UNREADABLE',
      [{ place: `${path}:${line}`, message: 'the line has bytes that are not UTF-8' }],
    ])
  })

  it.each([
    ['with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['without one', (text: string) => Buffer.from(text, 'utf16le')],
    ['of the other byte order', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('that are UTF-16 %s are called so', async (_what, encode) => {
    const path = join(folder.path, 'wide.headroom.json')
    await writeFile(path, encode(JSON.stringify(smallScenario, null, 2)))
    const { code, message, remedy, problems } = await lateRefusal(readScenario(path))
    expect([code, message, remedy, problems]).toEqual([
      'FILE_UNREADABLE',
      `The scenario ${path} is UTF-16 text, not UTF-8.`,
      'Save the file as UTF-8.',
      [],
    ])
  })

  it('are read gzipped as they are', async () => {
    const path = join(folder.path, 'packed.headroom.json.gz')
    await writeFile(path, gzipSync(JSON.stringify(smallScenario)))
    expect(await readScenario(path)).toEqual(smallScenario)
  })

  it.each([
    ['cut short', () => gzipSync('{}').subarray(0, -4), /is damaged or cut short\.$/],
    ['that unpack to too much', () => zerosOf(17), /unpacks to more than 16000000 bytes\.$/],
  ])('gzipped and %s are refused', async (_what, content, message) => {
    const path = join(folder.path, 'damaged.headroom.json.gz')
    await writeFile(path, content())
    const error = await lateRefusal(readScenario(path))
    expect([error.code, error.message]).toEqual(['FILE_UNREADABLE', expect.stringMatching(message)])
  })

  it('that are missing say so', async () => {
    const error = await lateRefusal(readScenario(join(folder.path, 'nowhere.json')))
    expect(error.code).toBe('FILE_UNREADABLE')
    expect(error.message).toContain('nowhere.json could not be read: it does not exist.')
  })

  it.skipIf(process.platform === 'win32')('that are links in a circle say that they cannot be followed', async () => {
    const path = join(folder.path, 'circle.json')
    await symlink(path, path)
    const error = await lateRefusal(readScenario(path))
    expect(error.message).toBe(
      `The scenario ${path} could not be read: it has a symbolic link that cannot be followed.`,
    )
  })
})

describe('writing a file', () => {
  it('that cannot be written leaves the old one and no incomplete file', async () => {
    const path = join(folder.path, 'kept.txt')
    await writeFileAtomically(path, 'old')
    const error = await lateRefusal(writeFileAtomically(join(path, 'below.txt'), 'new'))
    expect(error.code).toBe('FILE_UNWRITABLE')
    expect(error.message).toContain('a part of its path is not a folder')
    expect(await readFile(path, 'utf8')).toBe('old')
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
