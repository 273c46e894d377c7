import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { longFiles, maxLines } from '../../../scripts/layers/long-files.mjs'

const folder = mkdtempSync(join(tmpdir(), 'headroom-long-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('no source file has more than 300 lines', () => {
  expect(longFiles(resolve('.'))).toEqual([])
})

it('a source file of 301 lines is named, one of 300 and a long fixture are not', () => {
  for (const name of ['src', 'tests/fixtures', 'scripts/layers']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'src/enough.ts'), '\n'.repeat(maxLines))
  writeFileSync(join(folder, 'src/readme.md'), '\n'.repeat(maxLines + 1))
  writeFileSync(join(folder, 'tests/fixtures/long.ts'), '\n'.repeat(maxLines + 1))
  for (const name of ['src/long.c', 'src/long.css', 'scripts/layers/long.mjs']) {
    writeFileSync(join(folder, name), '\n'.repeat(maxLines + 1))
  }
  expect(longFiles(folder)).toEqual(
    ['scripts/layers/long.mjs', 'src/long.c', 'src/long.css'].map(
      (path) => `${path}: 301 lines; a file has at most 300: split it by ideas`,
    ),
  )
})
