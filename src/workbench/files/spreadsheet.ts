/**
 * Reads the sheets of an Excel workbook (.xlsx) as tab-separated text, the form in which Excel copies rows.
 *
 * A forged file could become arbitrarily large, so decompressed bytes, rows, columns and the resulting text are
 * limited.
 */
import { unzipSync } from 'fflate'
import { Parser } from 'saxen'
import { withClearDot } from '../../observation/decimal-mark.ts'

const maxBytes = 64_000_000
const maxTextLength = 64_000_000
const maxRows = 100_000
/** Columns beyond this number are ignored. A list of topics has about ten. */
const maxColumns = 256

const sheetName = /^xl\/worksheets\/sheet(\d+)\.xml$/
const sharedStringsName = 'xl/sharedStrings.xml'

/** True if the bytes begin with the signature of a ZIP archive. Every .xlsx file is one. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/**
 * Returns the sheets of a workbook in their order. Each is a text with one line per row and tabs between cells, so line
 * numbers are row numbers.
 *
 * @throws RangeError if the workbook exceeds a limit, or Error if it is damaged or no workbook, with a message for
 * users
 */
export function sheetTexts(bytes: Uint8Array): string[] {
  const parts = unpackParts(bytes)
  const sheets = [...parts].filter(([name]) => sheetName.test(name))
  if (sheets.length === 0) throw new Error('it is an archive, but no Excel workbook (.xlsx)')
  const numberOf = ([name]: readonly [string, string]) => Number(sheetName.exec(name)?.[1])
  const shared = parts.get(sharedStringsName)
  // A workbook without shared texts does not have this part.
  const strings = shared === undefined ? [] : sharedStrings(shared)
  return sheets.sort((one, other) => numberOf(one) - numberOf(other)).map(([, xml]) => sheetText(xml, strings))
}

function unpackParts(bytes: Uint8Array): Map<string, string> {
  let total = 0
  const files = unzipSync(bytes, {
    // fflate allocates the stated size for the output, so a part cannot decompress to more than it states.
    filter: ({ name, originalSize }) => {
      if (name !== sharedStringsName && !sheetName.test(name)) return false
      total += originalSize
      if (total > maxBytes) throw new RangeError(`its sheets are too large (at most ${maxBytes} bytes are read)`)
      return true
    },
  })
  return new Map(Object.entries(files).map(([name, content]) => [name, new TextDecoder().decode(content)]))
}

/** Returns the texts that cells refer to by index. A text may have several runs. Phonetic readings are left out. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let isPhonetic = false
  let isText = false
  parseXml(xml, {
    onOpen: (name) => {
      if (name === 'si') strings.push('')
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    onClose: (name) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
    onText: (text) => {
      if (isText) strings[strings.length - 1] += text
    },
  })
  return strings
}

function sheetText(xml: string, strings: readonly string[]): string {
  const lines: string[] = []
  let length = 0
  let [row, column, type, content]: [string[], number, string, string] = [[], 0, '', '']
  let isContent = false
  parseXml(xml, {
    onOpen: (name, attributes) => {
      if (name === 'row') {
        const index = Number(attributes().r ?? lines.length + 1) - 1
        if (!(index >= lines.length && index < maxRows))
          throw new RangeError(`its rows are out of order, or beyond row ${maxRows}`)
        while (lines.length < index) lines.push('')
        row = []
      }
      if (name === 'c') {
        const { r = '', t = '' } = attributes()
        ;[column, type, content] = [columnIndex(r) ?? row.length, t, '']
      }
      isContent = name === 'v' || name === 't'
    },
    onText: (text) => {
      if (isContent) content += text
    },
    onClose: (name) => {
      isContent = false
      if (name === 'c' && column < maxColumns) {
        while (row.length < column) row.push('')
        const text = type === 's' ? (strings[Number(content)] ?? '') : content
        row[column] = quoted(isNumber(type) ? withClearDot(text) : text)
      }
      if (name !== 'row') return
      const line = row.join('\t')
      length += line.length
      if (length > maxTextLength) throw new RangeError('its cells hold too much text')
      lines.push(line)
    },
  })
  return lines.join('\n')
}

/** True for the type of a cell with a number, which is the default. Its decimal mark is a dot in every country. */
function isNumber(type: string): boolean {
  return type === '' || type === 'n'
}

/** Returns the index (from 0) of the column in a cell reference such as "AB12"; null if the reference has no column. */
function columnIndex(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Writes a cell: line ends and tabs become spaces. A cell with quotes is quoted, and its quotes are doubled. */
function quoted(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ')
  return flat.includes('"') ? `"${flat.replaceAll('"', '""')}"` : flat
}

type Listeners = {
  readonly onOpen: (name: string, attributes: () => Record<string, string>) => void
  readonly onClose: (name: string) => void
  readonly onText: (text: string) => void
}

/**
 * Parses XML. Listeners get names without the namespace prefix that some programs write (`x:row`).
 * @throws the first error of a listener, or Error if the XML is damaged
 */
function parseXml(xml: string, { onOpen, onClose, onText }: Listeners): void {
  const plain = (name: string) => name.slice(name.indexOf(':') + 1)
  let failure: unknown = null
  const guarded = (work: () => void) => {
    if (failure !== null) return
    try {
      work()
    } catch (error) {
      failure = error
    }
  }
  new Parser()
    .on('openTag', (name, attributes) => guarded(() => onOpen(plain(name), attributes)))
    .on('closeTag', (name) => guarded(() => onClose(plain(name))))
    .on('text', (text, decode) => guarded(() => onText(decode(text))))
    .on('cdata', (text) => guarded(() => onText(text)))
    .on('error', (error) =>
      guarded(() => {
        throw new Error(`it is a damaged workbook: ${error.message}`)
      }),
    )
    .parse(xml)
  if (failure !== null) throw failure
}
