import type { Paper } from '../../contracts/print-job.ts'

/** Countries whose offices print on Letter. */
const letterCountries: readonly string[] = ['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'GT', 'PA', 'PH', 'PR', 'SV', 'VE']

/** The paper that is usual where a language tag such as `en-US` is from; A4 where it names no country. */
export function usualPaper(languageTag: string): Paper {
  const country = languageTag.split('-').find((part) => /^[A-Z]{2}$/.test(part))
  return letterCountries.includes(country ?? '') ? 'Letter' : 'A4'
}
