import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headroomInFolders } from './run-headroom.ts'

const { folder, headroom } = headroomInFolders()

const first = 'examples/first.headroom.json'
const levels = 100_000
const deep = (open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`

/** Texts that are JSON and nested more deeply than a stack allows. */
const texts = {
  lists: deep('[', ']'),
  objects: deep('{"a":', '}'),
  'a list of objects': `[${deep('{"a":', '}')}]`,
  'a Prometheus answer': `{"status":"success","data":${deep('[', ']')}}`,
} as const

/** Every command that reads JSON of others. */
const commands: readonly (readonly string[])[] = [
  ['predict', 'FILE'],
  ['compare', first, '--prices', 'FILE'],
  ['bill', first, '--prices', 'FILE'],
  ['runs', 'add', 'FILE'],
  ['import', 'FILE'],
  ['observe', '--file', 'FILE'],
  ['campaign', 'FILE'],
  ['validate', first, '--target', 'FILE'],
  ['validate', first, '--target', 'embedded', '--secrets-file', 'FILE'],
]

describe.each(Object.entries(texts))('JSON nested 100,000 times: %s', (_what, text) => {
  it.each(commands.map((words) => [words.join(' '), words] as const))('is refused by %s', async (_name, words) => {
    const path = join(folder.path, 'deep.json')
    await writeFile(path, text)
    const { exitCode, err } = await headroom(...words.map((word) => (word === 'FILE' ? path : word)))
    expect([exitCode === 2, err.includes('Internal error')]).toEqual([true, false])
    // The file is refused, not the command line.
    expect(err).not.toContain('--help')
  })
})

it.each(Object.entries(texts))('JSON nested 100,000 times (%s) is left out as an own model', async (_what, text) => {
  const models = join(folder.path, 'workspace', 'models')
  await mkdir(models, { recursive: true })
  await writeFile(join(models, 'deep.json'), text)
  const { exitCode, json } = await headroom('models', 'list', '--json')
  expect(exitCode).toBe(0)
  expect(json().broken).toMatchObject([
    { error: { problems: [{ message: 'expected at most 100 levels of brackets and braces' }] } },
  ])
})

it('as the value of a field is refused', async () => {
  const { exitCode, err } = await headroom('predict', first, '--set', `workload.topics=${deep('[', ']')}`)
  expect([exitCode === 2, err.includes('Internal error')]).toEqual([true, false])
})
