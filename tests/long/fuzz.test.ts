/**
 * Ten thousand damaged messages at each edge where messages come in, and twenty thousand damaged files: each is read, or refused
 * with an error for users, and memory does not grow. `HEADROOM_FUZZ_SHARE=0.1` tries a tenth of them, `HEADROOM_FUZZ_SEED` others.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, test } from 'vitest'
import { showFigures } from './figures.ts'
import { type Edge, fileEdges, isExpected, messageEdges } from './fuzz-edges.ts'
import { createRandom, damaged } from './mutations.ts'

const share = Number(process.env.HEADROOM_FUZZ_SHARE ?? 1)
const seed = Number(process.env.HEADROOM_FUZZ_SEED ?? 20_261_126)
const messageCount = Math.ceil(10_000 * share)
const fileCount = Math.ceil(20_000 * share)

/** What is still held after all garbage is gone may grow by as much: caches of compiled schemas and patterns. */
const mostHeldMb = 40
/** What one message may take while it is read, with garbage that is not collected yet. */
const mostPeakMb = 700

const folder = mkdtempSync(join(tmpdir(), 'headroom-fuzz-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Messages in one turn of the event loop. */
const turnAfter = 20

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

async function heldMb(): Promise<number> {
  for (let time = 0; time < 3; time += 1) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Feeds an edge, and says what went wrong: errors that are not for users, and memory. */
async function feed({ seeds, isBinary = false, take }: Edge, count: number) {
  const random = createRandom(seed)
  const faults: string[] = []
  const outcomes = { read: 0, refused: 0 }
  const one = async (index: number) => {
    // What native code lets go of is freed between turns of the event loop only.
    if (index % turnAfter === 0) await new Promise((resolve) => setImmediate(resolve))
    const bytes = damaged(seeds, random, isBinary)
    try {
      if ((await take(bytes)) === false) outcomes.refused += 1
      else outcomes.read += 1
    } catch (error) {
      outcomes.refused += 1
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
      if (!isExpected(error))
        faults.push(`${index}: ${what.slice(0, 400)} on ${bytes.toString('latin1').slice(0, 200)}`)
    }
  }
  const warmUp = Math.ceil(count / 10)
  for (let index = 0; index < warmUp; index += 1) await one(index)
  const [heldBeforeMb, rssBeforeMb] = [await heldMb(), process.memoryUsage().rss / 1e6]
  let peakMb = 0
  for (let index = warmUp; index < count; index += 1) {
    await one(index)
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1e6 - rssBeforeMb)
  }
  return { faults, ...outcomes, grownMb: (await heldMb()) - heldBeforeMb, peakMb }
}

function expectSound({ faults, read, refused, grownMb, peakMb }: Awaited<ReturnType<typeof feed>>, name: string): void {
  showFigures(name, { read, refused, 'held more, MB': grownMb, 'peak, MB': peakMb })
  expect(faults.slice(0, 3)).toEqual([])
  expect(refused).toBeGreaterThan(0)
  expect(grownMb).toBeLessThan(mostHeldMb)
  expect(peakMb).toBeLessThan(mostPeakMb)
}

describe(`${messageCount} damaged messages`, () => {
  test.each(Object.entries(messageEdges))('of %s are read or refused, and leave nothing', async (name, edge) => {
    expectSound(await feed(edge, messageCount), name)
  })
})

describe(`${fileCount} damaged files`, () => {
  const edges = Object.entries(fileEdges(join(folder, 'file')))
  test.each(edges)('such as %s are read or refused, and leave nothing', async (name, edge) => {
    expectSound(await feed(edge, Math.ceil(fileCount / edges.length)), name)
  })
})

test('what is not for users, and memory that is kept, are found', async () => {
  const kept: Buffer[] = []
  const leaking: Edge = {
    seeds: [Buffer.from('x')],
    take: () => {
      kept.push(Buffer.alloc(1_000_000))
      throw new TypeError('a fault')
    },
  }
  const { faults, grownMb } = await feed(leaking, 100)
  expect(faults).toHaveLength(100)
  expect(grownMb).toBeGreaterThan(mostHeldMb)
})
