/** Types of the part of saxen that is used. The package has no types. */
declare module 'saxen' {
  type DecodeEntities = (text: string) => string

  export class Parser {
    /** Values of attributes are as written: `decode` replaces their entities. */
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string>, decode: DecodeEntities) => void,
    ): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string, decode: DecodeEntities) => void): this
    on(event: 'cdata', listener: (text: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    /** Parses the text and calls the listeners meanwhile. Ends at the first `error`. */
    parse(xml: string): this
  }
}
