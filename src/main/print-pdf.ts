/**
 * Prints a report as a PDF in a hidden page, which runs no script and loads nothing from the network.
 */
import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { BrowserWindow, session } from 'electron'
import type { PrintJob } from '../contracts/print-job.ts'
import { printOptions } from './print-options.ts'

/** The partition's session is in memory, so that nothing of a report stays in the app's storage. */
const printPartition = 'headroom-print'
const printTimeoutMs = 120_000

/** Writes the PDF of a page. Call it when the app is ready. @throws Error if the page cannot be loaded or printed */
export async function printPdf({ htmlPath, pdfPath, paper }: PrintJob): Promise<void> {
  const pageAddress = pathToFileURL(htmlPath).href
  const printSession = session.fromPartition(printPartition)
  printSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !url.startsWith('file:') && !url.startsWith('data:') }),
  )
  const page = new BrowserWindow({
    show: false,
    webPreferences: {
      session: printSession,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
      webviewTag: false,
    },
  })
  try {
    await page.loadURL(pageAddress)
    const pdf = await withinTimeout(page.webContents.printToPDF(printOptions(paper)))
    await writeFile(pdfPath, pdf)
  } finally {
    page.destroy()
  }
}

function withinTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Printing took longer than ${printTimeoutMs / 1000} s.`)), printTimeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
