import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readEquivalents, readRecord, recordedPage } from '../../scripts/mutation/records.mjs'
import { repositoryPath } from '../../scripts/setup/paths.mjs'

describe('docs/test-strength.md', () => {
  it('is what the recorded scores make it: npm run mutation -- --page', () => {
    expect(readFileSync(`${repositoryPath}/docs/test-strength.md`, 'utf8')).toBe(recordedPage(repositoryPath))
  })

  it('has scores whose counts add up, with when and of what', () => {
    const scores = Object.entries(readRecord(repositoryPath).files)
    expect(scores.length).toBeGreaterThan(5)
    for (const [file, { mutants, killed, timedOut, survived, unreached, equivalent, date, commit }] of scores) {
      expect([file, killed + timedOut + survived + unreached + equivalent]).toEqual([file, mutants])
      expect([file, date]).toEqual([file, expect.stringMatching(/^20\d\d-\d\d-\d\d$/)])
      expect([file, commit]).toEqual([file, expect.stringMatching(/^[0-9a-f]{7,}\+?$/)])
    }
  })

  it('names equivalent mutants of files that are there, each once and with its reason', () => {
    const equivalents = readEquivalents(repositoryPath)
    for (const { file, why } of equivalents) {
      expect([file, existsSync(`${repositoryPath}/${file}`)]).toEqual([file, true])
      expect(why.length).toBeGreaterThan(15)
    }
    const keys = equivalents.map(({ file, original, mutated }) => `${file}: ${original} => ${mutated}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
