import type { Problem } from '../contracts/app-error.ts'
import { maxUnitPrice, type UnitPrice } from '../contracts/bill-request.ts'
import { isCurrency } from '../units/money.ts'
import { isDottedThousands, withDecimalPoints } from '../units/number-text.ts'
import type { Given } from './command-line.ts'

/** Matches a value of `--price`, the price of one unit: ID=AMOUNT/h, or ID/TIER=AMOUNT/month. */
const priceForm = /^([^=/]+)(?:\/([^=]+))?=\s*(\d+(?:\.\d+)?|\.\d+)\s*([A-Z]{3})\s*\/\s*(h|hour|month)$/i

/** Parses the prices of a command line. Every problem is added to `problems`. */
export function unitPricesOf(given: Given, problems: Problem[]): UnitPrice[] {
  const givenKeys = new Set<string>()
  return given.texts('price').flatMap((text) => {
    const price = unitPriceIn(text)
    if (price !== null) {
      const key = [price.offering, price.tier ?? ''].join('/')
      if (givenKeys.has(key)) problems.push({ place: '--price', message: `${key.replace(/\/$/, '')} is given twice` })
      givenKeys.add(key)
      return [price]
    }
    problems.push({ place: '--price', message: `${expectedForm}${whyInvalid(text)} (found ${text})` })
    return []
  })
}

const expectedForm =
  'expected ID=AMOUNT/h for one unit, like confluent-cloud-dedicated=2.5USD/h or …=1825USD/month with a currency of ISO 4217'

/** The first thing that is wrong with a price, for the end of the message; empty if it is not known. */
function whyInvalid(text: string): string {
  const [, amount = ''] = text.split('=')
  const [, , , number, currency = ''] = priceForm.exec(text.trim()) ?? []
  if (!text.includes('=')) return ', but there is no ID='
  const withPoints = withDecimalPoints(amount)
  if (withPoints !== null) return `, and the decimal mark is a point: write ${withPoints}`
  if (/\d,\d/.test(amount)) return ', without commas between thousands'
  if (number === undefined) return ''
  if (!isCurrency(currency.toUpperCase())) return `, and ${currency} is no currency`
  if (isDottedThousands(number)) {
    // 1.800 as 1.80, and 1.825 as 1.8250.
    const decimals = number.endsWith('0') ? number.slice(0, -1) : `${number}0`
    return `, and ${number} can mean thousands or decimals; write ${number.replace('.', '')} or ${decimals}`
  }
  return `, and the amount is more than 0 and at most ${maxUnitPrice}`
}

/** Parses a price such as "confluent-cloud-dedicated=2.5USD/h" or "ID/TIER=1200USD/month"; null if it is invalid. */
function unitPriceIn(text: string): UnitPrice | null {
  const [, offering, tier, amount, writtenCurrency, per] = priceForm.exec(text.trim()) ?? []
  const perUnit = Number(amount)
  if (offering === undefined || !(perUnit > 0 && perUnit <= maxUnitPrice)) return null
  const currency = writtenCurrency?.toUpperCase()
  if (currency === undefined || !isCurrency(currency)) return null
  const isMonthly = per?.toLowerCase() === 'month'
  // Hourly prices often have three decimals, and none has thousands.
  if (isMonthly && isDottedThousands(amount ?? '')) return null
  return {
    offering: offering.trim(),
    ...(tier === undefined ? {} : { tier: tier.trim() }),
    amount: perUnit,
    per: isMonthly ? 'unit-month' : 'unit-hour',
    currency,
  }
}
