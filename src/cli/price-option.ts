import { AppError } from '../contracts/app-error.ts'
import { mostPerUnit, type UnitPrice } from '../contracts/bill-request.ts'
import { hoursPerMonth } from '../units/money.ts'

/** `--price ID=AMOUNT/h` gives the price of one unit. */
const priceForm = /^([^=/]+)(?:\/([^=]+))?=\s*(\d+(?:\.\d+)?|\.\d+)\s*([A-Z]{3})?\s*\/\s*(h|hour|month)$/

/**
 * Parses a price such as "confluent-cloud-dedicated=2.5/h" or "ID/TIER=1200USD/month".
 * @throws AppError USAGE if the price is invalid
 */
export function readPrice(text: string): UnitPrice {
  const [, offering, tier, amount, currency, per] = priceForm.exec(text.trim()) ?? []
  const perUnit = Number(amount)
  if (offering === undefined || !(perUnit > 0 && perUnit <= mostPerUnit)) {
    throw new AppError('USAGE', `--price ${text}: expected ID=AMOUNT/h for one unit.`, {
      remedy: 'For example: --price confluent-cloud-dedicated=2.5USD/h, or …=1825USD/month.',
    })
  }
  return {
    offering: offering.trim(),
    ...(tier === undefined ? {} : { tier: tier.trim() }),
    perUnitPerHour: per === 'month' ? perUnit / hoursPerMonth : perUnit,
    currency: currency ?? null,
  }
}
