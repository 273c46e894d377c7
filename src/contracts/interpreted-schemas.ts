/**
 * Makes schemas work under the content security policy of the window.
 */
import { z } from 'zod'

/**
 * Makes zod interpret its schemas instead of compiling them with `new Function`, which `script-src 'self'` forbids.
 * Call it before a page parses anything.
 */
export function interpretSchemas(): void {
  z.config({ jitless: true })
}
