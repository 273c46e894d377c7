import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { headroom } from './run-headroom.ts'

/** Commands that only compute: they need no cluster and no workspace. */
const computing = ['predict', 'explain', 'sweep', 'forecast', 'compare', 'bill', 'provision']

const pages = ['docs/command-line.md', ...readdirSync('docs/commands').map((name) => `docs/commands/${name}`)]

/** A line of a shell as its words, without the comment and without what follows ">". */
function wordsOf(line: string): string[] {
  const [call = ''] = line.split(/ +(?:#|>) /)
  return [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** The computing commands of a page whose files are in the repository. */
function callsOf(page: string): string[][] {
  return [...readFileSync(page, 'utf8').matchAll(/^headroom (.+)$/gm)].flatMap(([, line = '']) => {
    const words = wordsOf(line)
    const files = words.filter((word) => word.endsWith('.headroom.json'))
    const isOfRepository = files.length > 0 && files.every((file) => existsSync(file))
    return computing.includes(words[0] ?? '') && isOfRepository ? [words] : []
  })
}

const folder = temporaryFolder()
const withCalls = pages.filter((page) => callsOf(page).length > 0)

it.each(withCalls)('the commands of %s run as they stand there', async (page) => {
  for (const words of callsOf(page)) {
    const [out] = words.flatMap((word, index) => (words[index - 1] === '--out' ? [word] : []))
    const moved = words.map((word) => (word === out ? join(folder.path, word) : word))
    const { exitCode, out: printed, err } = await headroom(...moved)
    expect([words.join(' '), exitCode, exitCode === 0 ? '' : err]).toEqual([words.join(' '), 0, ''])
    expect(printed).not.toBe('')
  }
})

it('the pages have at least ten such commands', () => {
  expect(withCalls.flatMap(callsOf).length).toBeGreaterThanOrEqual(10)
})
