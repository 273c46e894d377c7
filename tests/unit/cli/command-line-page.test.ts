import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { validateCommand } from '../../../src/cli/commands/validate.ts'
import { scenarioOptions } from '../../../src/cli/scenario-input.ts'
import { errorExitCodes } from '../../../src/contracts/app-error.ts'

const page = await readFile('docs/command-line.md', 'utf8')

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

  it('has every option of validate', () => {
    const options = Object.keys({ ...validateCommand.spec.options, ...scenarioOptions })
    expect(options.filter((option) => !page.includes(`\`--${option}`))).toEqual([])
  })
})
