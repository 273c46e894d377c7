/** Everything that a shown figure can stand for: it is rounded to the digits that are shown. */
export type Range = { readonly low: number; readonly high: number }

/** The arithmetic of a formula: how many equations it has, those that are wrong, and the figure at its end. */
export type Arithmetic = { readonly equations: number; readonly wrong: readonly string[]; readonly last: Range | null }

/** Floating-point noise of products of a dozen figures. */
const noise = 1e-9

/** Figures with a unit, in its base unit: bytes, seconds, ratios. */
const unitFactors: Readonly<Record<string, number>> = {
  ...{ 'PB/s': 1e15, 'TB/s': 1e12, 'GB/s': 1e9, 'MB/s': 1e6, 'kB/s': 1e3, 'B/s': 1 },
  ...{ PB: 1e15, TB: 1e12, GB: 1e9, MB: 1e6, kB: 1e3, B: 1, '%': 0.01 },
  ...{ GiB: 2 ** 30, MiB: 2 ** 20, KiB: 2 ** 10 },
  ...{ ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, day: 86_400, days: 86_400 },
}

const figure =
  /^(\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?)(?: ?(PB\/s|TB\/s|GB\/s|MB\/s|kB\/s|B\/s|PB|TB|GB|MB|kB|GiB|MiB|KiB|B|%|ns|us|µs|ms|s|min|h|days?)(?![\w/]))?/
const operator = /^ (x|\/|\+|-|\^|=) (?=[\d(<]|max\()/

/** Evaluates the equations of a formula as it is shown to users, with everything that its rounded figures can stand for. */
export function arithmeticOf(formula: string, { isRoundedUp = false } = {}): Arithmetic {
  const reader = new FormulaReader(formula, isRoundedUp)
  const last = reader.statement()
  return { equations: reader.equations, wrong: reader.wrong, last }
}

/** True if a shown figure can stand for a value. */
export function standsFor({ low, high }: Range, value: number): boolean {
  const slack = Math.max(Math.abs(value), Math.abs(high)) * noise
  return value >= low - slack && value <= high + slack
}

/** Reads a formula from left to right. Words, quoted names and remarks in brackets between figures are passed over. */
class FormulaReader {
  equations = 0
  readonly wrong: string[] = []
  private at = 0
  private readonly text: string
  private readonly isRoundedUp: boolean
  private isInMax = false

  constructor(text: string, isRoundedUp: boolean) {
    this.text = text
    this.isRoundedUp = isRoundedUp
  }

  /** Terms with "=" between them: the value before each must be the figure after it. */
  statement(): Range | null {
    this.lead()
    let before = this.sum()
    while (before !== null && this.take('=')) {
      const from = this.at
      const first = this.value()
      if (first === null) return null
      this.equations += 1
      if (!meet(this.isRoundedUp ? roundedUp(before) : before, first)) {
        this.wrong.push(`${show(before)} is not ${this.text.slice(from, this.at)} in: ${this.text}`)
      }
      before = this.sum(this.words(first))
    }
    return before
  }

  /** Passes over the words before the first figure. */
  private lead(): void {
    while (this.at < this.text.length && !/^[\d(<]/.test(this.rest())) {
      if (this.rest().startsWith('max(')) return
      this.at += this.quoted() || (/^[^\s"(]+\s*/.exec(this.rest())?.[0].length ?? 1)
    }
  }

  private sum(first?: Range): Range | null {
    let total = this.product(first)
    for (;;) {
      const sign = this.take('+') ? 1 : this.take('-') ? -1 : 0
      if (total === null || sign === 0) return total === null ? null : this.bounded(total)
      const next = this.product()
      if (next === null) return null
      total =
        sign > 0
          ? { low: total.low + next.low, high: total.high + next.high }
          : { low: total.low - next.high, high: total.high - next.low }
    }
  }

  /** "60 MB/s x 200 eCKUs, at most 1.92 GB/s" */
  private bounded(found: Range): Range {
    const most = /^, at most (?=\d)/.exec(this.rest())
    if (most === null) return found
    this.at += most[0].length
    const bound = this.figure() ?? found
    return { low: Math.min(found.low, bound.low), high: Math.min(found.high, bound.high) }
  }

  private product(first?: Range): Range | null {
    let total = this.power(first)
    for (;;) {
      const sign = this.take('x') ? 'x' : this.take('/') ? '/' : null
      if (total === null || sign === null) return total
      const next = this.power()
      if (next === null) return null
      total = sign === 'x' ? ends(total, next, (one, other) => one * other) : divided(total, next)
    }
  }

  private power(first?: Range): Range | null {
    const base = first ?? this.operand()
    if (base === null || !this.take('^')) return base
    const exponent = this.operand()
    return exponent === null ? null : ends(base, exponent, (one, other) => one ** other)
  }

  /** A figure, or a term in brackets, with the words behind it. */
  private operand(): Range | null {
    const value = this.value()
    return value === null ? null : this.words(value)
  }

  private value(): Range | null {
    if (this.rest().startsWith('max(')) return this.largest()
    return this.rest().startsWith('(') ? this.inBrackets() : this.figure()
  }

  private inBrackets(): Range | null {
    this.at += 1
    const value = this.statement()
    if (this.rest().startsWith(')')) this.at += 1
    // "(0.9 + 2.1 for lz4) ns"
    const unit = /^ (ns|ms)(?!\w)/.exec(this.rest())
    if (unit === null || value === null) return value
    this.at += unit[0].length
    const factor = unitFactors[unit[1] ?? ''] ?? 1
    return { low: value.low * factor, high: value.high * factor }
  }

  private largest(): Range | null {
    this.at += 'max('.length
    this.isInMax = true
    let most = this.sum()
    while (most !== null && this.rest().startsWith(', ')) {
      this.at += 2
      const next = this.sum()
      if (next !== null) most = { low: Math.max(most.low, next.low), high: Math.max(most.high, next.high) }
    }
    if (this.rest().startsWith(')')) this.at += 1
    this.isInMax = false
    return most
  }

  private figure(): Range | null {
    const least = /^< (?=\d)/.exec(this.rest())
    this.at += least?.[0].length ?? 0
    const found = figure.exec(this.rest())
    if (found === null) return null
    this.at += found[0].length
    const range = this.withSmallerUnit(rangeOf(found[1] ?? '', found[2], this.rest()), found[2])
    return least === null ? range : { low: 0, high: range.high }
  }

  /** The two units of a duration: "1 min 50 s". */
  private withSmallerUnit(large: Range, unit: string | undefined): Range {
    const found = /^ (\d+) (h|min|s)(?!\w)/.exec(this.rest())
    if (found === null || !/^(days?|h|min)$/.test(unit ?? '')) return large
    this.at += found[0].length
    const small = rangeOf(found[1] ?? '', found[2], '')
    const middle = (large.low + large.high) / 2
    return { low: middle + small.low, high: middle + small.high }
  }

  /** Passes over words and remarks up to the next operator; "over 3 brokers" divides the figure. */
  private words(value: Range): Range {
    let found = value
    while (this.at < this.text.length) {
      const rest = this.rest()
      if (operator.test(rest) || rest.startsWith(')') || /^, at most \d/.test(rest)) break
      if (this.isInMax && rest.startsWith(', ')) break
      const each = /^, over ([\d.,]+) brokers (?=\d)/.exec(rest)
      if (each !== null) {
        this.at += each[0].length
        const ofOne = this.figure()
        const brokers = rangeOf(each[1] ?? '', undefined, ' brokers')
        this.equations += 1
        if (ofOne === null || !meet(divided(found, brokers), ofOne)) this.wrong.push(`over brokers in: ${this.text}`)
        if (ofOne !== null) found = ofOne
      } else {
        this.at += this.quoted() || this.remark() || 1
      }
    }
    return found
  }

  /** Length of a quoted name here, or 0. */
  private quoted(): number {
    return /^"[^"]*"/.exec(this.rest())?.[0].length ?? 0
  }

  /** Length of a remark in brackets here, or 0. */
  private remark(): number {
    const rest = this.rest()
    if (!rest.startsWith('(')) return 0
    let depth = 0
    for (let end = 0; end < rest.length; end++) {
      depth += rest[end] === '(' ? 1 : rest[end] === ')' ? -1 : 0
      if (depth === 0) return end + 1
    }
    return rest.length
  }

  private take(sign: string): boolean {
    const found = operator.exec(this.rest())
    if (found?.[1] !== sign) return false
    this.at += found[0].length
    return true
  }

  private rest(): string {
    return this.text.slice(this.at)
  }
}

/** What a figure can stand for: data has three digits, a rate at least 100 none after the point, and so on. */
function rangeOf(digits: string, unit: string | undefined, after: string): Range {
  const value = Number(digits.replaceAll(',', ''))
  const decimals = /\.(\d+)/.exec(digits)?.[1]?.length ?? 0
  const factor = unitFactors[unit ?? ''] ?? 1
  const half = halfStep(value, { decimals, unit, after }) * 1.000001
  return { low: (value - half) * factor, high: (value + half) * factor }
}

function halfStep(
  value: number,
  { decimals, unit, after }: { readonly decimals: number; readonly unit: string | undefined; readonly after: string },
): number {
  const shown = 0.5 * 10 ** -decimals
  if (value === 0) return shown
  if (unit === 's') return value < 10 ? 0.05 : 0.5
  if (unit === 'min' || unit === 'h' || unit === 'day' || unit === 'days') return 0.5
  if (unit === 'µs') return value < 9.995 ? 0.005 : 0.5
  const isTime = unit === 'ns' || unit === 'us' || unit === 'ms'
  if (unit === '%') return value < 9.95 ? 0.05 : 0.5
  if (unit === 'B' || unit === 'B/s') return 0.05
  if (unit !== undefined && !isTime) return value < 0.01 ? shown : value < 9.995 ? 0.005 : value < 999.95 ? 0.05 : 0.5
  // Rates show whole numbers from 100 on, and means of counts one decimal. Other figures that are whole are exact to two.
  if (/^ [\w-]+\/s/.test(after)) return value >= 100 ? 0.5 : Math.min(shown, value < 9.995 ? 0.005 : 0.05)
  if (decimals > 0) return shown
  return /^ (brokers|connections|records? per request|partitions)/.test(after) ? 0.05 : 0.005
}

function divided(one: Range, other: Range): Range {
  // A divisor that can be nought allows any result.
  if (other.low <= 0) return { low: 0, high: Number.POSITIVE_INFINITY }
  return ends(one, other, (dividend, divisor) => dividend / divisor)
}

function ends(one: Range, other: Range, of: (one: number, other: number) => number): Range {
  const values = [of(one.low, other.low), of(one.low, other.high), of(one.high, other.low), of(one.high, other.high)]
  return { low: Math.min(...values), high: Math.max(...values) }
}

function meet(one: Range, other: Range): boolean {
  const slack = Math.max(Math.abs(one.high), Math.abs(other.high)) * noise
  return one.low <= other.high + slack && other.low <= one.high + slack
}

/** A number of partitions or hosts is whole, and at least one. */
function roundedUp({ low, high }: Range): Range {
  return { low: Math.max(1, Math.ceil(low * (1 - noise))), high: Math.max(1, Math.ceil(high)) }
}

function show({ low, high }: Range): string {
  return `${low.toPrecision(6)}..${high.toPrecision(6)}`
}
