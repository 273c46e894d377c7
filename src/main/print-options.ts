/**
 * The print layout of a report. This file does not import Electron, so unit tests can load it.
 */
import type { Paper } from '../contracts/print-job.ts'

/**
 * Margins in inches, as printToPDF expects. Top, left and right equal the 15 mm of the report's style sheet. The bottom has
 * room for the footer.
 */
const marginsInches = { top: 0.6, bottom: 0.75, left: 0.6, right: 0.6 } as const

/** Footer with title and page numbers, which Chromium fills in. The page's style sheet does not apply to it. */
const footerTemplate = `<div style="box-sizing:border-box;width:100%;padding:0 0.6in;display:flex;gap:16px;
  justify-content:space-between;font:8px sans-serif;color:#555"><span class="title"
  style="overflow:hidden;white-space:nowrap;text-overflow:ellipsis"></span><span style="white-space:nowrap"><span
  class="pageNumber"></span> of <span class="totalPages"></span></span></div>`

/** Returns options for `webContents.printToPDF` with tags for screen readers, an outline and page numbers. */
export function printOptions(paper: Paper) {
  return {
    pageSize: paper,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    margins: marginsInches,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate,
  } as const
}
