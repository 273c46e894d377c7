import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { commandSpecs } from '../../../src/cli/run-cli.ts'
import { errorExitCodes } from '../../../src/contracts/app-error.ts'

const index = await readFile('docs/command-line.md', 'utf8')
const tasks = (await readdir('docs/commands')).map((name) => readFile(`docs/commands/${name}`, 'utf8'))
const page = [index, ...(await Promise.all(tasks))].join('\n')

describe('docs/command-line.md', () => {
  it('has every exit code in the row of its number', () => {
    const rows = page.split('\n').filter((line) => /^\| \d+ \|/.test(line))
    const documented = new Map(
      rows.flatMap((row) => {
        const exitCode = Number(row.split('|')[1])
        return [...row.matchAll(/`([A-Z_]+)`/g)].map((match) => [match[1] ?? '', exitCode] as const)
      }),
    )
    expect(Object.fromEntries(documented)).toEqual(errorExitCodes)
  })

  it('has every command with its arguments', () => {
    const calls = commandSpecs.map(({ name, parameters }) => [name, ...parameters].join(' ').replace('[FILE]', 'FILE'))
    const rows = index.slice(index.indexOf('## Commands'), index.indexOf('## Workspace'))
    expect(calls.filter((call) => !rows.includes(`\`${call}`))).toEqual([])
  })

  it('has every option of every command', () => {
    const missing = commandSpecs.flatMap(({ name, options }) =>
      Object.keys(options)
        .filter((option) => !new RegExp(`--${option}(?![a-z-])`).test(page))
        .map((option) => `${name} --${option}`),
    )
    expect(missing).toEqual([])
  })
})
