import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createScriptPrinter } from '../../../src/workbench/printing/script-printer.ts'

const folder = mkdtempSync(join(tmpdir(), 'headroom-printer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const job = { htmlPath: join(folder, 'a.html'), pdfPath: join(folder, 'a.pdf'), paper: 'Letter' } as const

function printerOf(script: string) {
  const path = join(folder, `${script.length}.mjs`)
  writeFileSync(path, script)
  return createScriptPrinter(path, process.execPath)
}

const answer = (isPrinted: boolean, problem: string | null, remedy: string | null) =>
  `console.log(${JSON.stringify(JSON.stringify({ isPrinted, problem, remedy }))})`

describe('printing by a script', () => {
  it('hands over page, file and paper, and reads the last line', async () => {
    const script = `import { writeFileSync } from 'node:fs'\nconsole.log('building')\nwriteFileSync(process.argv[3], process.argv.slice(2).join(' '))\n`
    await printerOf(script + answer(true, null, null))(job)
    expect(readFileSync(job.pdfPath, 'utf8')).toBe(`${job.htmlPath} ${job.pdfPath} Letter`)
  })

  it('says why nothing was printed, and what to do', async () => {
    const print = printerOf(answer(false, 'There is no Electron yet.', 'Run npm start once.'))
    await expect(print(job)).rejects.toMatchObject({
      code: 'PRINTER_NOT_READY',
      message: 'There is no Electron yet.',
      remedy: 'Run npm start once.',
    })
  })

  it.each([
    ['a script that answers nothing', printerOf('')],
    ['an answer of another kind', printerOf('console.log("{}")')],
    ['no script', createScriptPrinter(null, process.execPath)],
    ['no Node', createScriptPrinter(join(folder, 'x.mjs'), join(folder, 'no-node'))],
  ])('has a remedy for %s', async (_what, print) => {
    await expect(print(job)).rejects.toMatchObject({
      code: 'PRINTER_NOT_READY',
      remedy: expect.stringMatching(/as HTML/),
    })
  })
})
