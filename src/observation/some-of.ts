/**
 * Names the first things of a list in a sentence.
 */
import { counted } from '../units/count.ts'

/** More are not named in one sentence. */
const maxNamed = 5

/** The first names, and how many more there are: "orders, payments and 3 other topics". */
export function someOf(names: readonly string[], noun: string): string {
  const others = names.length > maxNamed ? ` and ${counted(names.length - maxNamed, `other ${noun}`)}` : ''
  return `${names.slice(0, maxNamed).join(', ')}${others}`
}
