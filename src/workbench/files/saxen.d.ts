/** The part of saxen that is used; the package has no types of its own. */
declare module 'saxen' {
  type DecodeEntities = (text: string) => string

  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Record<string, string>) => void): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string, decode: DecodeEntities) => void): this
    on(event: 'cdata', listener: (text: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    /** Calls the listeners while it parses; an `error` ends it. */
    parse(xml: string): this
  }
}
