/** What a workload that cannot be planned with at any rate is: only over guidelines of the vendor, or refused. */
export function refusalText(isOverGuideline: boolean): 'over a guideline' | 'refused' {
  return isOverGuideline ? 'over a guideline' : 'refused'
}
