/**
 * Declares the few functions of Node that this layer uses. It has no other types of Node, so that it cannot use files,
 * network or clock.
 */
declare module 'node:zlib' {
  /** @throws Error with the code ERR_BUFFER_TOO_LARGE beyond `maxOutputLength` bytes, before they are made */
  export function unzipSync(data: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array
}

declare module 'node:buffer' {
  export const Buffer: { from(text: string, encoding: 'base64'): Uint8Array }
}
