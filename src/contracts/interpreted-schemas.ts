/**
 * Schemas under a content security policy.
 */
import { z } from 'zod'

/**
 * Makes zod interpret its schemas. It would compile them with `new Function`, which `script-src 'self'` forbids and
 * reports. Call it before the first parse of a page.
 */
export function interpretSchemas(): void {
  z.config({ jitless: true })
}
