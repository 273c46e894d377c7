/** A text without line breaks between numbers and their signs or units: "± 6 %", "< 0.1 %", "100 MB/s". */
export function together(text: string): string {
  return text.replace(/([±×<>]) (?=\d)/g, '$1\u00a0').replace(/(\d) (?=[%a-zµ])/gi, '$1\u00a0')
}
