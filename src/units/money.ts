/**
 * Formats amounts of money.
 */
import { exactDigits } from './number-text.ts'

/** Hours of a month, as in the price lists of clouds: 365 days x 24 h / 12. */
export const hoursPerMonth = 730

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** True for a currency of ISO 4217 in capitals, like USD. */
export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

/** An amount with two decimals and its currency: "2,680.56 USD". */
export function formatMoney(amount: number, currency: string): string {
  const [whole = '0', cents = '00'] = Math.abs(amount).toFixed(2).split('.')
  const sign = amount < 0 && Number(`${whole}.${cents}`) > 0 ? '-' : ''
  return `${sign}${exactDigits(Number(whole))}.${cents} ${currency}`
}

/** An amount or a range of amounts: "35.00–50.00 USD". */
export function formatMoneyRange({ low, high }: MoneyRange, currency: string): string {
  const [lowText, highText] = [formatMoney(low, currency), formatMoney(high, currency)]
  return lowText === highText ? lowText : `${lowText.slice(0, -currency.length - 1)}–${highText}`
}

/** The lowest and highest possible amount; equal if the price is one number. */
export type MoneyRange = { readonly low: number; readonly high: number }
