/**
 * Builds SVG elements as text. This is the only place that escapes their content.
 */

/** Attributes of an element. Numbers are rounded to a hundredth of a pixel. Undefined attributes are left out. */
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for content and attributes of XML and HTML. Characters that XML forbids are replaced with U+FFFD. */
export function escapeMarkup(text: string): string {
  // XML 1.0 does not allow these characters, not even as references.
  const allowed = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
  return allowed.replace(/[&<>"']/g, (character) => replacements[character] ?? character)
}

/** A coordinate, rounded to a hundredth of a pixel. */
export function rounded(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function attributeText(attributes: SvgAttributes): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => {
      if (value === undefined) return []
      return ` ${name}="${typeof value === 'number' ? rounded(value) : escapeMarkup(value)}"`
    })
    .join('')
}

/** An element. Its children must be markup already. */
export function element(name: string, attributes: SvgAttributes, children: readonly string[] = []): string {
  const opening = `<${name}${attributeText(attributes)}`
  return children.length === 0 ? `${opening}/>` : `${opening}>${children.join('')}</${name}>`
}

/** A text element. Its text can be searched and selected. */
export function textElement(attributes: SvgAttributes, content: string): string {
  return element('text', attributes, [escapeMarkup(content)])
}
