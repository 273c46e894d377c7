import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseFiles } from '../../../../scripts/mutation/choose-files.mjs'
import { temporaryFolder } from '../../temporary-folder.ts'

const rules = { tests: [], goalPercent: 95 }
const parts = [
  { ...rules, name: 'accounting', sources: ['src/measurement/accounting.ts'], isDue: true },
  { ...rules, name: 'evidence', sources: ['src/evidence'], isDue: true },
  { ...rules, name: 'measurement', sources: ['src/measurement'], isDue: false },
]

const folder = temporaryFolder()

beforeEach(() => {
  for (const name of ['measurement/imports', 'evidence', 'charts'])
    mkdirSync(join(folder.path, 'src', name), { recursive: true })
  const files = ['measurement/accounting.ts', 'measurement/rates.ts', 'measurement/imports/csv.ts', 'evidence/fit.ts']
  for (const file of files) writeFileSync(join(folder.path, 'src', file), '')
})

const chosen = (...names: string[]) =>
  chooseFiles(names, parts, folder.path).map(({ part, files }) => [part.name, ...files])

describe('the files to mutate', () => {
  it('are those of all parts whose goal is due where nothing is named', () => {
    expect(chosen()).toEqual([
      ['accounting', 'src/measurement/accounting.ts'],
      ['evidence', 'src/evidence/fit.ts'],
    ])
  })

  it('are those of a part, a folder or a file; each belongs to the first part that names it', () => {
    const rest = ['measurement', 'src/measurement/imports/csv.ts', 'src/measurement/rates.ts']
    expect(chosen('measurement')).toEqual([rest])
    expect(chosen('src/measurement/')).toEqual([['accounting', 'src/measurement/accounting.ts'], rest])
    expect(chosen('src/measurement/imports')).toEqual([rest.slice(0, 2)])
    expect(chosen('./src/evidence/fit.ts')).toEqual([['evidence', 'src/evidence/fit.ts']])
  })

  it('are not those that a part leaves out', () => {
    const [, , measurement] = parts
    const others = parts.map((part) =>
      part === measurement ? { ...part, except: ['src/measurement/rates.ts'] } : part,
    )
    const [choice] = chooseFiles(['measurement'], others, folder.path)
    expect(choice?.files).toEqual(['src/measurement/imports/csv.ts'])
    expect(() => chooseFiles(['src/measurement/rates.ts'], others, folder.path)).toThrow('No part')
  })

  it('are refused, with the parts that there are, where a name is neither, or where no part has them', () => {
    expect(() => chosen('evidence', 'src/evidense')).toThrow('There is no part, folder or file src/evidense.')
    expect(() => chosen('src/charts')).toThrow('No part of mutation testing has src/charts.')
    // Not the start of a name: src/evidence is a folder, src/ev is nothing.
    expect(() => chosen('src/ev')).toThrow('There is no part, folder or file src/ev.')
    expect(() => chosen('wrong')).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('evidence: src/evidence') }),
    )
  })
})
