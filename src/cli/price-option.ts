import type { Problem } from '../contracts/app-error.ts'
import { maxUnitPrice, type UnitPrice } from '../contracts/bill-request.ts'
import { hoursPerMonth } from '../units/money.ts'
import type { Given } from './command-line.ts'

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** `--price ID=AMOUNT/h` gives the price of one unit. */
const priceForm = /^([^=/]+)(?:\/([^=]+))?=\s*(\d+(?:\.\d+)?|\.\d+)\s*([A-Z]{3})\s*\/\s*(h|hour|month)$/

/** Parses the prices of a command line. Every problem is added to `problems`. */
export function unitPricesOf(given: Given, problems: Problem[]): UnitPrice[] {
  const read = new Set<string>()
  return given.texts('price').flatMap((text) => {
    const price = unitPriceIn(text)
    if (price !== null) {
      const key = [price.offering, price.tier ?? ''].join('/')
      if (read.has(key)) problems.push({ place: '--price', message: `${key.replace(/\/$/, '')} is given twice` })
      read.add(key)
      return [price]
    }
    const message = `expected ID=AMOUNT/h for one unit, like confluent-cloud-dedicated=2.5USD/h or …=1825USD/month with a currency of ISO 4217 (found ${text})`
    problems.push({ place: '--price', message })
    return []
  })
}

/** Parses a price such as "confluent-cloud-dedicated=2.5USD/h" or "ID/TIER=1200USD/month"; null if it is invalid. */
function unitPriceIn(text: string): UnitPrice | null {
  const [, offering, tier, amount, currency, per] = priceForm.exec(text.trim()) ?? []
  const perUnit = Number(amount)
  if (offering === undefined || !(perUnit > 0 && perUnit <= maxUnitPrice)) return null
  if (currency === undefined || !currencies.has(currency)) return null
  return {
    offering: offering.trim(),
    ...(tier === undefined ? {} : { tier: tier.trim() }),
    perUnitPerHour: per === 'month' ? perUnit / hoursPerMonth : perUnit,
    currency,
  }
}
