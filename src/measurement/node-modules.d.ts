/**
 * What measurement uses of Node, and no more: it has no types of Node's, so that it stays without files, network and clock.
 */
declare module 'node:zlib' {
  /** @throws Error with the code ERR_BUFFER_TOO_LARGE beyond `maxOutputLength` bytes, before they are made */
  export function unzipSync(data: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array
}

declare module 'node:buffer' {
  export const Buffer: { from(text: string, encoding: 'base64'): Uint8Array }
}
