/**
 * The style of HTML reports on screen and on paper (A4 and Letter). It loads nothing.
 */
import { fontFamily, palettes } from '../../charts/tokens.ts'

const { surface, text, quietText, gridLine, marks } = palettes.light

/** The report's style sheet. */
export const reportStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px 24px 64px; max-width: 940px; background: ${surface}; color: ${text};
  font: 15px/1.5 ${fontFamily}; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; font-size: 30px; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 40px 0 12px; padding-bottom: 4px; font-size: 21px; border-bottom: 1px solid ${gridLine}; break-after: avoid; }
h3 { margin: 24px 0 8px; font-size: 16px; break-after: avoid; }
p, ul, dl, figure { margin: 0 0 12px; }
ul { padding-left: 20px; }
.brand { display: flex; align-items: center; gap: 12px; margin-bottom: 24px; font-size: 16px; font-weight: 600; }
.brand img { max-height: 48px; max-width: 240px; }
.kind { margin: 0; color: ${quietText}; }
.verdict { margin: 0 0 16px; padding: 10px 14px; border-left: 6px solid ${quietText}; background: #F5F6F8;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.verdict.confirmed { border-left-color: ${marks.utilisation}; }
.verdict.above, .verdict.below { border-left-color: ${marks['over-utilisation']}; }
.sentence { margin: 0; font-size: 19px; line-height: 1.4; }
.verdict p + p { margin: 6px 0 0; }
.notes { white-space: pre-line; overflow-wrap: anywhere; }
.quiet, figcaption, caption, dt { color: ${quietText}; }
.mark { display: inline-block; padding: 0 8px; font-size: 13px; font-weight: 600; line-height: 20px; vertical-align: middle;
  color: ${text}; border: 1.5px solid ${text}; border-radius: 10px; white-space: nowrap; }
dl { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 4px 24px; }
dl > div { display: flex; gap: 8px; break-inside: avoid; }
dl > .long { grid-column: 1 / -1; }
dt { flex: 0 0 150px; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.table { overflow-x: auto; margin: 0 0 16px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
caption { padding: 4px 0; text-align: left; caption-side: top; }
th, td { padding: 5px 10px 5px 0; text-align: left; vertical-align: top; border-bottom: 1px solid ${gridLine};
  overflow-wrap: break-word; unicode-bidi: isolate; }
thead th { color: ${quietText}; font-weight: 600; vertical-align: bottom; }
thead th.group { color: ${text}; text-align: center; border-bottom-width: 2px; }
tbody th { font-weight: 600; overflow-wrap: anywhere; min-width: 120px; }
.line { display: block; }
th.number, td.number { padding-right: 16px; text-align: right; }
td.number, .date { white-space: nowrap; }
td.number .line { white-space: normal; }
.wide table { font-size: 12px; }
.wide th, .wide td { padding: 4px 6px 4px 0; }
.wide th.number, .wide td.number { padding-right: 6px; overflow-wrap: normal; }
.wrapped td.number, details td.number { white-space: normal; }
.wide tbody th { min-width: 90px; }
.wide tbody th.number { min-width: 0; }
tbody th:has(code), .wide tbody th:has(code) { min-width: 170px; }
.wide code { font-size: inherit; }
tbody th .line { font-weight: 400; }
tr { break-inside: avoid; }
figure { break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { font-size: 14px; }
.formula, code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 13px; }
.formula { overflow-wrap: anywhere; }
.warning { padding: 10px 14px; border-left: 6px solid ${marks['over-utilisation']}; }
pre { margin: 0 0 12px; padding: 12px; background: #F5F6F8; white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin: 8px 0; font-size: 14px; }
summary { cursor: pointer; }
a { color: inherit; }
nav ol { columns: 2; column-gap: 24px; padding-left: 20px; }
nav a { text-decoration: none; }
@media (max-width: 640px) { dl { grid-template-columns: minmax(0, 1fr); } }
@page { margin: 15mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 9.5pt; }
  h1 { font-size: 20pt; } h2 { font-size: 13pt; margin-top: 18pt; } h3 { font-size: 11pt; }
  .sentence { font-size: 12pt; }
  dl { font-size: 9pt; } dt { flex-basis: 115px; }
  .warning, .verdict, pre { box-decoration-break: clone; -webkit-box-decoration-break: clone; }
  caption { break-after: avoid; } thead { break-inside: avoid; } p, li, pre { orphans: 3; widows: 3; }
  tbody tr:first-child, tbody tr:last-child { break-before: avoid; }
  .mark { font-size: 8pt; line-height: 12pt; }
  table, figcaption { font-size: 8pt; } .wide table { font-size: 7pt; } pre, .formula, code { font-size: 8pt; } .wide code { font-size: inherit; }
  details { display: none; }
  .table { overflow: visible; } .table.short { break-inside: avoid; }
  /* Without numbers of pages it helps nobody on paper, and beside a long first page it took a second one. A PDF has bookmarks. */
  nav { display: none; }
  header { break-after: page; } section:first-of-type h2 { margin-top: 0; }
  /* A report without an appendix is short, and so may be an answer: a page for the answer alone would be mostly empty. */
  main:not(:has(#appendix)) header, main:has(header.short) header { break-after: auto; }
  main:not(:has(#appendix)) section:first-of-type h2, main:has(header.short) section:first-of-type h2 { margin-top: 18pt; }
}
`
