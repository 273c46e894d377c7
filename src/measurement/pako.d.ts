/** Types of the part of pako that is used. The package has no types. */
declare module 'pako' {
  class Inflate {
    /** Size of each piece of output, in bytes. `windowBits` 15: zlib data only, with the largest window. */
    constructor(options: { readonly chunkSize: number; readonly windowBits: number })
    /** 0 while nothing is wrong. */
    readonly err: number
    /** True once the end of the data was read, or an error was met. */
    readonly ended: boolean
    /** `total_out`: bytes that were unpacked. */
    readonly strm: { readonly total_out: number }
    /** Called with each piece of output. */
    onData: (piece: Uint8Array) => void
    /** Reads some of the data. Errors are in `err`; it throws only what `onData` throws. */
    push(packed: Uint8Array, isLast: boolean): boolean
  }
  const pako: { readonly Inflate: typeof Inflate }
  export default pako
}
