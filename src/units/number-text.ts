/**
 * Parses and formats numbers as people write them, without a unit.
 */

/** A number and the text after it. */
export type NumberAndRest = { readonly value: number; readonly rest: string }

/**
 * Matches thousands in groups with one separator, because "1 000,000" is a thousand to some people. The first digit is not
 * 0, because "0,500" is a half to those who write it.
 */
const groupedNumber = /^\+?([1-9]\d{0,2}([ ,_'\u00a0\u2009\u202f])\d{3}(?:\2\d{3})*)(\.\d+)?(?!\d)/
const plainNumber = /^\+?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+(?![a-z]))?/i

/** Longer texts are rejected, because the patterns of units would take minutes for a number with 100,000 spaces after it. */
const maxQuantityLength = 200

/**
 * Splits "60,000 records/s" into 60000 and "records/s".
 *
 * Thousands may be separated by comma, space, apostrophe or underscore, always the same, in groups of three. The decimal
 * sign is a dot.
 * Returns null if the text does not begin with a finite number that is not negative, for a decimal comma ("1,5"), and if
 * it is longer than 200 characters.
 */
export function splitNumber(text: string): NumberAndRest | null {
  if (text.length > maxQuantityLength) return null
  const trimmed = text.trim()
  const grouped = groupedNumber.exec(trimmed)
  const plain = plainNumber.exec(trimmed)
  const [matched, value] = grouped
    ? [grouped[0], Number((grouped[1] ?? '').replace(/\D/g, '') + (grouped[3] ?? ''))]
    : plain
      ? [plain[0], Number(plain[0])]
      : ['', Number.NaN]
  if (!Number.isFinite(value)) return null
  const rest = trimmed.slice(matched.length).trim()
  return /^[\d.,]/.test(rest) ? null : { value, rest }
}

/**
 * Says how to write a text that begins with a decimal comma ("1,5 kB"). Null for any other text, also where the comma separates
 * thousands ("1,500 B").
 */
export function decimalCommaProblem(text: string): string | null {
  const trimmed = text.trim()
  const isOne = trimmed.length <= 40 && /^\+?\d+,\d+(?!\s*[\d,.])/.test(trimmed) && splitNumber(trimmed) === null
  return isOne ? `"${trimmed}" has a decimal comma; write ${trimmed.replace(',', '.')}.` : null
}

// Two dots are those of a range: "10,5..20,5".
const commaNumber = /(?<!\d|,|(?<!\.)\.)(\d{1,3}(?:\.\d{3})+|\d+),(\d+)(?!\d|,|\.(?!\.))/g

/**
 * The text with a point for every decimal comma: "10,5..20,5%" as "10.5..20.5%", "1.234,56" as "1234.56". Null if it has none.
 * A comma between thousands ("1,500") is none.
 */
export function withDecimalPoints(text: string): string | null {
  if (text.length > maxQuantityLength) return null
  const written = text.replace(commaNumber, (number, whole: string, decimals: string) =>
    splitNumber(number) === null ? `${whole.replaceAll('.', '')}.${decimals}` : number,
  )
  return written === text ? null : written
}

/**
 * True for numbers such as "60.000" and "1.500", in which the dot may separate thousands or decimals. If a whole number
 * is expected, callers reject such a text instead of guessing, because three decimals make no sense in a whole number.
 */
export function isDottedThousands(text: string): boolean {
  return /^\s*\+?[1-9]\d{0,2}\.\d{3}(?!\d)/.test(text)
}

/**
 * Formats a number with commas between thousands, at most `decimals` decimals and no trailing zeros.
 *
 * It uses whole-number arithmetic, which is faster than Intl and toFixed: every keystroke makes a prediction that formats
 * about sixty numbers.
 */
export function groupDigits(value: number, decimals = 0): string {
  const factor = 10 ** decimals
  const scaled = Math.round(Math.abs(value) * factor)
  if (scaled > Number.MAX_SAFE_INTEGER) return String(value)
  const sign = value < 0 && scaled > 0 ? '-' : ''
  const part = scaled % factor
  const whole = (scaled - part) / factor
  if (part === 0) return `${sign}${groupWhole(String(whole))}`
  const digits = String(factor + part).slice(1)
  return `${sign}${groupWhole(String(whole))}.${digits.replace(/0+$/, '')}`
}

/** The shortest text that is parsed to exactly this number, with commas between thousands. */
export function exactDigits(value: number): string {
  const text = String(value)
  if (text.includes('e')) return text
  const [whole = '0', part] = text.split('.')
  return `${groupWhole(whole)}${part === undefined ? '' : `.${part}`}`
}

/** At least three significant figures without trailing zeros: 1.05, 10.4, 125.5, 1,042. Below 1 two: 0.17, 0.083. */
export function significantDigits(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0'
  if (size < 0.0995) return String(Number(value.toPrecision(2)))
  return groupDigits(value, size < 9.995 ? 2 : size < 999.95 ? 1 : 0)
}

/** A number with its sign: "+1.2", "−0.9"; "0" if it is rounded to zero. */
export function signedDigits(value: number, decimals = 1): string {
  const size = groupDigits(Math.abs(value), decimals)
  if (size === '0') return size
  return `${value < 0 ? '−' : '+'}${size}`
}

function groupWhole(digits: string): string {
  let rest = digits
  let grouped = ''
  for (; rest.length > 3; rest = rest.slice(0, -3)) grouped = `,${rest.slice(-3)}${grouped}`
  return `${rest}${grouped}`
}

/** A value with three significant digits, for tables whose heading names the unit: "117", "5.85", "34,128". */
export function threeDigits(value: number): string {
  if (value >= 1000) return groupDigits(value, 0)
  return groupDigits(value, value >= 100 ? 0 : value >= 10 ? 1 : 2)
}
