/**
 * A template for HTML that escapes its values, except markup that a template made.
 */
import { escapeMarkup } from '../../charts/svg/svg-node.ts'

/** HTML that is safe to be put into other HTML. Only `html` and `trustedMarkup` make it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Values of a template. Lists are joined; null and false are left out. */
export type MarkupValue = Markup | string | number | null | false | readonly MarkupValue[]

function render(value: MarkupValue): string {
  if (value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string') return escapeMarkup(value)
  if (typeof value === 'number') return escapeMarkup(String(value))
  return value.map(render).join('')
}

/** HTML with its values escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  const pieces = parts.map((part, index) => `${part}${render(values[index] ?? null)}`)
  return new Markup(pieces.join(''))
}

/** Markup of our own, such as a painted chart. It is not escaped, so it must never contain a user's text. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text)
}
