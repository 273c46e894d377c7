/**
 * Declares the few functions of Node that this layer uses. The layer has no other types of Node, so its code cannot use
 * files, the network or a clock.
 */
declare module 'node:buffer' {
  export const Buffer: {
    from(text: string, encoding: 'base64'): Uint8Array
    concat(parts: readonly Uint8Array[]): { toString(encoding: 'utf8'): string }
  }
}
