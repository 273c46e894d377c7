import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WorkbenchMessage } from '../../../src/contracts/parent-port.ts'
import { readCommandArguments } from '../../../src/main/command-arguments.ts'
import { printOptions } from '../../../src/main/print-options.ts'
import { createPortPrinter } from '../../../src/workbench/printing/port-printer.ts'

describe('printing by arguments', () => {
  it('takes page, file and paper, relative to where the app was started', () => {
    const args = ['electron', '.', '--print', 'a.html', '--pdf=/tmp/a.pdf', '--paper', 'Letter']
    expect(readCommandArguments(args, '/home/me').print).toEqual({
      htmlPath: resolve('/home/me/a.html'),
      pdfPath: '/tmp/a.pdf',
      paper: 'Letter',
    })
  })

  it.each([[['--print', 'a.html']], [['--pdf', 'a.pdf']], [['--print', '--pdf', 'a.pdf']]])(
    'opens the window if the arguments %j are incomplete',
    (args) => {
      expect(readCommandArguments(['electron', '.', ...args], '/').print).toBeNull()
    },
  )

  it('makes a tagged PDF with an outline and numbered pages', () => {
    const options = printOptions('A4')
    expect([options.generateTaggedPDF, options.generateDocumentOutline, options.pageSize]).toEqual([true, true, 'A4'])
    expect(options.footerTemplate).toMatch(/pageNumber.*totalPages/s)
  })
})

describe('printing over the parent port', () => {
  const job = { htmlPath: '/a.html', pdfPath: '/a.pdf', paper: 'A4' } as const

  it('gives each answer to the one who asked', async () => {
    const sent: WorkbenchMessage[] = []
    const printer = createPortPrinter((message) => sent.push(message))
    const [first, second] = [printer.printPdf(job), printer.printPdf({ ...job, paper: 'Letter' })]
    printer.onPrinted(2, null)
    printer.onPrinted(1, 'there is no paper')
    printer.onPrinted(7, null)
    await expect(second).resolves.toBeUndefined()
    await expect(first).rejects.toMatchObject({
      code: 'PRINTER_NOT_READY',
      message: expect.stringMatching(/there is no paper/),
    })
    expect(sent.map((message) => message.type === 'print' && [message.id, message.job.paper])).toEqual([
      [1, 'A4'],
      [2, 'Letter'],
    ])
  })
})
