import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { paintHtml } from '../../src/presentation/painters/html-painter.ts'
import { validationDocument } from '../../src/presentation/run/validation-document.ts'
import { createScriptPrinter } from '../../src/workbench/printing/script-printer.ts'
import { openStore } from '../../src/workbench/store/store.ts'
import { knownRecord, knownSamples } from '../unit/presentation/known-run.ts'
import { goTo, keepScreenshot, makeWorkspace, openHeadroom, repositoryRoot } from './open-window.ts'

const samples = knownSamples(30)

/** Width and height of the pages of a PDF, in points, rounded. Chromium writes page objects uncompressed. */
function pageSizes(pdf: string): Set<string> {
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return new Set(boxes.map(([, width, height]) => `${Math.round(Number(width))}x${Math.round(Number(height))}`))
}

it('the window exports a sizing report and a tagged PDF of a run, with the chosen company and paper', async () => {
  const workspace = makeWorkspace()
  const store = openStore(workspace)
  store.insertRun(knownRecord)
  for (const sample of samples) store.addSample(knownRecord.id, sample)
  store.close()
  const { app, page } = await openHeadroom({ workspace })
  try {
    const directory = mkdtempSync(join(tmpdir(), 'headroom-print-e2e-'))
    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
    }, directory)
    await page.getByText(/^(A4|Letter) paper/).click()
    await page.getByLabel('Company').fill('Example Ltd')
    await page.getByLabel('Paper of the PDF').selectOption('Letter')
    await page.getByLabel('Say when limits are full, at the growth in Forecast: 20 % a year').check()
    await keepScreenshot(page, 'sizing-report-options')
    await page.getByRole('button', { name: 'Export sizing report…' }).click()
    await page.getByText('Report written.').waitFor()
    const sizing = readdirSync(directory).map((file) => file.replace(/.*\./, ''))
    expect(sizing.sort()).toEqual(['html', 'json', 'pdf'])
    for (const file of readdirSync(directory).filter((each) => each.endsWith('.html'))) {
      const html = readFileSync(join(directory, file), 'utf8')
      for (const text of ['Example Ltd', 'When limits are full', 'What it costs a month']) expect(html).toContain(text)
    }
    await page.reload()
    await page.locator('.shell').waitFor()
    await goTo(page, 'Validation')
    await page.locator('.run-entry .open').first().click()
    // The choices are kept when the window is reloaded.
    await page.getByText('Letter paper, Example Ltd').waitFor()
    await page.getByRole('button', { name: 'Export report…' }).click()
    await page.getByText('Report written.').waitFor()
    const name = readdirSync(directory).find((file) => file === `headroom-${knownRecord.id}.pdf`) ?? ''
    const pdf = readFileSync(join(directory, name), 'latin1')
    expect(pdf).toMatch(/^%PDF-/)
    expect(pdf).toMatch(/\/StructTreeRoot/)
    expect(pdf).toMatch(/\/Lang \(en\)/)
    expect(pdf).toMatch(/\/Outlines/)
    expect([...pageSizes(pdf)]).toEqual(['612x792'])
  } finally {
    await app.close()
  }
})

it('the chosen company and paper are kept when the app quits right after the choice', async () => {
  const first = await openHeadroom()
  try {
    await first.page.getByText(/^(A4|Letter) paper/).click()
    await first.page.getByLabel('Paper of the PDF').selectOption('Letter')
    await first.page.getByLabel('Company').fill('Example Ltd')
  } finally {
    await first.app.close()
  }
  const { app, page } = await openHeadroom({ workspace: first.workspace })
  try {
    await page.getByText('Letter paper, Example Ltd').waitFor()
  } finally {
    await app.close()
  }
})

it('the terminal prints the same page, on the paper that was requested', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'headroom-print-e2e-'))
  const [htmlPath, pdfPath] = [join(directory, 'report.html'), join(directory, 'report.pdf')]
  writeFileSync(htmlPath, paintHtml(validationDocument(knownRecord, samples)))
  const print = createScriptPrinter(join(repositoryRoot, 'scripts', 'print-pdf.mjs'), process.execPath)
  await print({ htmlPath, pdfPath, paper: 'Letter' })
  expect([...pageSizes(readFileSync(pdfPath, 'latin1'))]).toEqual(['612x792'])
  await print({ htmlPath, pdfPath, paper: 'A4' })
  expect([...pageSizes(readFileSync(pdfPath, 'latin1'))]).toEqual(['596x843'])
})
