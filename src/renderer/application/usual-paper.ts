import type { Paper } from '../../contracts/print-job.ts'

/** Countries in which Letter is the usual paper. */
const letterCountries: readonly string[] = ['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'GT', 'PA', 'PH', 'PR', 'SV', 'VE']

/** The usual paper for a language tag such as `en-US`; A4 if the tag has no country. */
export function usualPaper(languageTag: string): Paper {
  const country = languageTag.split('-').find((part) => /^[A-Z]{2}$/.test(part))
  return letterCountries.includes(country ?? '') ? 'Letter' : 'A4'
}
