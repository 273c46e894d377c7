/** A text in which no line breaks between a number and what it counts: "± 6 %", "< 0.1 %", "100 MB/s". */
export function together(text: string): string {
  return text.replace(/([±×<>]) (?=\d)/g, '$1\u00a0').replace(/(\d) (?=[%a-zµ])/gi, '$1\u00a0')
}
