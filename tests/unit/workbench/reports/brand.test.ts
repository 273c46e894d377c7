import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readBrand } from '../../../../src/workbench/reports/brand.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const folder = temporaryFolder()

/** What becomes of a logo with this text. */
function readLogo(text: string) {
  const logoPath = join(folder.path, 'logo.svg')
  writeFileSync(logoPath, text)
  return readBrand({ logoPath, paper: 'A4', isRedacted: false })
}

it('takes an SVG with comments before its root', async () => {
  const { logoAddress } = await readLogo('<?xml version="1.0"?><!-- a --> <!-- - b -- c -->\n<svg width="1"/>')
  expect(logoAddress).toMatch(/^data:image\/svg\+xml;base64,/)
})

// With a pattern that can divide the comments in many ways, 60 of them take years.
it('refuses a text of many comments without a root', async () => {
  await expect(readLogo('<!-- -->'.repeat(60))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
})
