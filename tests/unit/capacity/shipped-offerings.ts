import { readdirSync, readFileSync } from 'node:fs'
import { type Offering, offering } from '../../../src/contracts/offering.ts'

const folder = new URL('../../../models/', import.meta.url)

/** The model files as they are written, by their name. */
export const modelFiles: readonly { readonly name: string; readonly json: unknown }[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, json: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) }))

/** Every offering that comes with Headroom. */
export const shippedOfferings: readonly Offering[] = modelFiles.map(({ json }) => offering.parse(json))
