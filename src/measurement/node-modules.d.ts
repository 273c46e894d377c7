/**
 * Declares the few functions of Node that this layer uses. The layer has no other types of Node, so its code cannot use
 * files, the network or a clock.
 */
declare module 'node:zlib' {
  /** @throws Error with code ERR_BUFFER_TOO_LARGE, before it allocates more than `maxOutputLength` bytes */
  export function unzipSync(data: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array
}

declare module 'node:buffer' {
  export const Buffer: {
    from(text: string, encoding: 'base64'): Uint8Array
    concat(parts: readonly Uint8Array[]): { toString(encoding: 'utf8'): string }
  }
}
