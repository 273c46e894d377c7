/**
 * How a report is set on paper. Without Electron, so that it can be tested by itself.
 */
import type { Paper } from '../contracts/print-job.ts'

/** Inches, as printToPDF takes them: room for the footer below, the same edge as the style sheet's elsewhere. */
const marginsInches = { top: 0.6, bottom: 0.75, left: 0.6, right: 0.6 } as const

/** Chromium fills in title and page numbers; the font is its own, the page's style does not reach here. */
const footerTemplate = `<div style="box-sizing:border-box;width:100%;padding:0 0.6in;display:flex;gap:16px;
  justify-content:space-between;font:8px sans-serif;color:#555"><span class="title"
  style="overflow:hidden;white-space:nowrap;text-overflow:ellipsis"></span><span style="white-space:nowrap"><span
  class="pageNumber"></span> of <span class="totalPages"></span></span></div>`

/** Options of `webContents.printToPDF`: tagged for screen readers, with an outline, numbered pages. */
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
