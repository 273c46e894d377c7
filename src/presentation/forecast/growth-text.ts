/**
 * Describes rules of growth in words.
 */
import type { GrowthRange, GrowthRule } from '../../contracts/growth.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { groupDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { formatRecordRate } from '../../units/record-rate.ts'

/** "20 % a year", "orders: 5 MB/s more a quarter (payload)", "x 1.5 from 2027-03-01". */
export function growthText(rule: GrowthRule): string {
  const producerPrefix = rule.producer === undefined ? '' : `${rule.producer}: `
  return `${producerPrefix}${ruleText(rule)}`
}

function ruleText(rule: GrowthRule): string {
  switch (rule.kind) {
    case 'compound':
      return `${rangeText(rule.perPeriod)} a ${rule.period}`
    case 'linear':
      return `${amountText(rule)} ${rule.amount < 0 ? 'less' : 'more'} a ${rule.period}`
    case 'launch':
      return `x ${groupDigits(rule.factor, 2)} from ${rule.from} on`
    case 'season':
      return `x ${groupDigits(rule.factor, 2)} from ${rule.from} to ${rule.to} every year`
  }
}

function rangeText({ low, likely, high, coverage }: GrowthRange): string {
  if (low === high) return formatPercent(likely)
  return `${formatPercent(likely)} (${formatPercent(coverage)}: ${formatPercent(low)} to ${formatPercent(high)})`
}

function amountText({ amount, unit }: Extract<GrowthRule, { kind: 'linear' }>): string {
  const size = Math.abs(amount)
  if (unit === 'ratio') return `${formatPercent(size)} of the first day’s rate`
  return unit === 'records/s' ? formatRecordRate(size) : `${formatByteRate(size)} (payload)`
}
