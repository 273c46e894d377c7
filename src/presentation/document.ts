/**
 * The content of an answer or report, without layout. Painters lay it out for the terminal, HTML, Markdown and the
 * window.
 */
import type { ChartDescription } from '../charts/chart-description.ts'
import type { RemedyAction } from '../contracts/app-error.ts'

/** Text with marked-up parts. Lists are joined; null and false are left out. */
export type Content = string | Span | null | false | readonly Content[]

/** A marked-up part of a text. A `line` starts a new line; a `mark` is a word that qualifies a result. */
export type Span =
  | { readonly kind: 'strong' | 'code' | 'formula' | 'quiet' | 'line' | 'mark'; readonly content: Content }
  | { readonly kind: 'link'; readonly content: Content; readonly url: string }
  /** How to do what the preceding text says: "with: headroom runs list" on a terminal, "in Runs" in the window. */
  | ({ readonly kind: 'command' } & RemedyAction)

/** A cell of a table. Numbers are aligned to the right. */
export interface Cell {
  readonly content: Content
  readonly isNumber: boolean
}

/** The heading of a column. Neighbouring columns with the same `group` share a second heading above them. */
export interface Heading extends Cell {
  readonly group?: string
}

/** A table. The first cell of each row names the row. */
export interface Table {
  readonly kind: 'table'
  readonly caption: string
  readonly headings: readonly Heading[]
  readonly rows: readonly (readonly Cell[])[]
  /** True for a list of stored things. A terminal prints each row on one line, for tools such as grep. Default: false. */
  readonly isListing?: boolean
}

/** A part of a section. */
export type Block =
  | Table
  | { readonly kind: 'paragraph'; readonly content: Content }
  /** A text that a user wrote, with its line breaks. */
  | { readonly kind: 'notes'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Content[] }
  /** Names and values. */
  | { readonly kind: 'facts'; readonly entries: readonly Fact[] }
  | { readonly kind: 'chart'; readonly id: string; readonly description: ChartDescription }
  /**
   * Text to be copied unchanged: commands, JSON. With a `title` it is folded away below it, and left out where a document is
   * printed.
   */
  | { readonly kind: 'code'; readonly text: string; readonly title?: string }
  | { readonly kind: 'warning'; readonly blocks: readonly Block[] }

/** A name and its value. */
export type Fact = readonly [name: string, value: Content]

/** A section with its heading. `marks` are words that qualify all results in it. */
export interface Section {
  /** Unique in the document; used for anchors and page breaks. */
  readonly id: string
  readonly title: string
  readonly marks: readonly string[]
  readonly blocks: readonly Block[]
  /** True for details that readers only look up. The terminal leaves them out; reports have them. */
  readonly isDetail?: boolean
}

/** The answer at the top of a document. */
export interface Answer {
  readonly tone: 'confirmed' | 'above' | 'below' | 'not-proven' | 'predicted'
  /** The verdict, printed before the sentence with a colon; null if there is none. */
  readonly label: string | null
  readonly sentence: string
  /** Sentences that support the answer, which a page sets smaller. Absent or empty if there are none. */
  readonly reason?: string
  readonly marks: readonly string[]
}

/** An answer with its supporting sections. */
export interface Document {
  /** The kind of document: "Headroom validation report". */
  readonly subject: string
  readonly title: string
  readonly answer: Answer
  /** Blocks between the answer and the first section. */
  readonly introduction: readonly Block[]
  /** True if answer and introduction are short. The first section then follows on the same printed page. */
  readonly hasShortAnswer?: true
  readonly sections: readonly Section[]
  readonly brand?: Brand
  /** The last line. */
  readonly closing: string
  /** SHA-256 of the run record as JSON. */
  readonly checksum?: string
}

/** Text before the checksum in all formats. */
export const checksumLabel = 'SHA-256 of the run record (JSON):'

/** The company that issues the report. */
export interface Brand {
  readonly company: string | null
  /** A picture as a `data:` address. */
  readonly logoAddress: string | null
}

/** One list of all blocks. Null and false are left out. */
export function blocks(...entries: readonly (Block | readonly Block[] | null | false)[]): Block[] {
  return entries.flatMap((entry) => {
    if (entry === null || entry === false) return []
    return 'kind' in entry ? [entry] : entry
  })
}

/** A span of this kind. */
export function span(kind: Exclude<Span['kind'], 'link' | 'command'>, content: Content): Span {
  return { kind, content }
}

/** A quiet line of its own below the rest of a cell. Empty if `text` is empty. */
export function noteLine(text: string): Content {
  return text === '' ? '' : span('line', span('quiet', text))
}

/** A cell with a number's text in it. */
export function numberCell(content: Content): Cell {
  return { content, isNumber: true }
}

/** A cell with text in it. */
export function textCell(content: Content): Cell {
  return { content, isNumber: false }
}

/** A table with a caption. */
export function table(caption: string, headings: readonly Heading[], rows: readonly (readonly Cell[])[]): Table {
  return { kind: 'table', caption, headings, rows }
}

/** A list of stored things as a table. */
export function listing(caption: string, headings: readonly Heading[], rows: readonly (readonly Cell[])[]): Table {
  return { ...table(caption, headings, rows), isListing: true }
}

/** Names and values below each other. */
export function facts(entries: readonly Fact[]): Block {
  return { kind: 'facts', entries }
}

/** A paragraph. */
export function paragraph(...content: readonly Content[]): Block {
  return { kind: 'paragraph', content }
}

/** A list. */
export function list(items: readonly Content[]): Block {
  return { kind: 'list', items }
}

/** A heading inside a section. */
export function heading(text: string): Block {
  return { kind: 'heading', text }
}

/** Text to be copied unchanged. */
export function code(text: string): Block {
  return { kind: 'code', text }
}

/** Long text to be copied, folded away below its title. */
export function foldedCode(title: string, text: string): Block {
  return { kind: 'code', text, title }
}

/** A chart; `id` is unique in the document. */
export function chart(id: string, description: ChartDescription): Block {
  return { kind: 'chart', id, description }
}
