/**
 * Shows findings on an observed cluster, each with its cost.
 */
import type { Finding } from '../../contracts/answered-observation.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import { formatPercent } from '../../units/ratio.ts'
import { list, paragraph, type Section } from '../document.ts'

/** The section, with one item per finding. */
export function findingsSection(findings: readonly Finding[]): Section {
  return {
    id: 'findings',
    title: 'What stands out, and what it costs',
    marks: [],
    blocks: [
      findings.length === 0
        ? paragraph('Nothing stands out in these sources. Other sources may show batches, partitions, groups and lag.')
        : list(findings.map((finding) => `${finding.text}${costText(finding)}`)),
    ],
  }
}

function costText({ cost }: Finding): string {
  if (cost === null) return ''
  const { constraint, utilisation, without, assuming } = cost
  // Names of limits are singular or plural, so there is no verb after them.
  return ` ${constraintName(constraint)}: ${formatPercent(utilisation)} used, and ${formatPercent(without)} if ${assuming}.`
}
