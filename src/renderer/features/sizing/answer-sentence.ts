/**
 * A text of one sentence and its reasons, taken apart: the first stands large, the rest beneath.
 */
export function splitSentence(text: string): { readonly sentence: string; readonly reason: string } {
  // A full stop inside a number or an abbreviation is not followed by a space and a capital letter or a figure.
  const end = /[.!?](?=\s+[\p{Lu}\d])/u.exec(text)
  if (end === null) return { sentence: text, reason: '' }
  return { sentence: text.slice(0, end.index + 1), reason: text.slice(end.index + 1).trim() }
}
