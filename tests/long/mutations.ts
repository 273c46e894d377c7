/**
 * Damages texts and bytes, the same way for the same seed.
 */

/** Park and Miller's generator: whole numbers below `limit`. */
export type Random = (limit: number) => number

export function createRandom(seed: number): Random {
  let state = seed % 2_147_483_647
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % Math.max(1, limit)
  }
}

const numbers = ['-1', '0', '1e308', '1e999', 'NaN', 'null', '{}', '[]', '""', 'true', '9'.repeat(400), '0.1', '-0']
const hostile = [
  '</script><script>alert(1)</script>',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\u0000',
  '\u202e',
  '=cmd()',
]

/** In place of one of the words or numbers of a text. */
function inPlaceOfWord(text: string, random: Random, piece: string): string {
  const words = text.split(/("[^"\n]{0,200}"|[\w.+-]+)/)
  words[1 + 2 * random(words.length >> 1)] = piece
  return words.join('')
}

const texts: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, random(text.length)),
  (text, random) => text.slice(random(text.length)),
  (text, random) => inPlaceOfWord(text, random, numbers[random(numbers.length)] ?? ''),
  (text, random) => inPlaceOfWord(text, random, String(10 ** random(400) * (random(2) === 0 ? 1 : -1))),
  (text, random) => inPlaceOfWord(text, random, JSON.stringify(hostile[random(hostile.length)])),
  (text, random) => inPlaceOfWord(text, random, JSON.stringify('x'.repeat(random(100_000)))),
  (text, random) => inPlaceOfWord(text, random, '['.repeat(random(5_000))),
  (text, random) => inPlaceOfWord(text, random, `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`),
  (text, random) => inPlaceOfWord(text, random, JSON.stringify([' ', '.', '-', 'a.', '\\'][random(5)]?.repeat(50_000))),
  (text, random) => text.repeat(1 + random(4)),
  (text) => text.replaceAll('\n', '\r'),
  (text, random) => {
    const lines = text.split('\n')
    const [from, to] = [random(lines.length), random(lines.length)]
    lines.splice(to, 0, ...lines.splice(from, 1 + random(5)))
    return lines.join('\n')
  },
]

const pieces: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    for (let count = 1 + random(8); count > 0; count -= 1) copy[random(copy.length)] = random(256)
    return copy
  },
  (bytes, random) => Buffer.concat([bytes, Buffer.alloc(random(20_000), random(256))]),
  // Lengths and counts of binary formats.
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    const values = [-1, 0, 2 ** 31 - 1, -(2 ** 31), 65_536]
    if (copy.length >= 4) copy.writeInt32BE(values[random(values.length)] ?? 0, random(copy.length - 3))
    return copy
  },
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
]

/** One of the seeds, damaged once or twice. `isBinary`: its bytes rather than its words. */
export function damaged(seeds: readonly Buffer[], random: Random, isBinary: boolean): Buffer {
  let bytes = seeds[random(seeds.length)] ?? Buffer.alloc(0)
  for (let count = 1 + random(2); count > 0; count -= 1) {
    const isText = !isBinary && random(5) > 0
    const text = texts[random(texts.length)]
    const piece = pieces[random(pieces.length)]
    bytes = isText ? Buffer.from(text?.(bytes.toString('utf8'), random) ?? '') : (piece?.(bytes, random) ?? bytes)
  }
  return bytes
}
