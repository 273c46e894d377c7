import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const markdown = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.md'))

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdown('docs')]

/** The text of a page without its blocks of code, in which "](" and "#" are no Markdown. */
function proseOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(file: string): string[] {
  const headings = [...proseOf(file).matchAll(/^#+ (.*)$/gm)].map((match) => match[1] ?? '')
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/\]\([^)]*\)/g, '')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Why a link of a page leads nowhere; nothing where it leads somewhere. */
function whyDead(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? join(root, page) : resolve(root, dirname(page), path)
  if (!existsSync(file)) return 'no such file'
  return anchor === undefined || anchorsOf(file).includes(anchor) ? undefined : 'no such heading'
}

it('every source file that docs/architecture.md names exists', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const named = page.matchAll(/`((?:[\w.-]+\/)+[\w-]+(?:\.test)?\.(?:tsx?|mjs|c))`/g)
  const paths = [...named].map((match) => match[1] ?? '')
  expect(paths.length).toBeGreaterThan(40)
  const isThere = (path: string) => existsSync(join(root, path)) || existsSync(join(root, 'src', path))
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})

it.each(pages)('every link of %s leads to a file, and to a heading of it', (page) => {
  const links = [...proseOf(join(root, page)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  const dead = links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => ({ link, why: whyDead(page, link) }))
    .filter(({ why }) => why !== undefined)
  expect(dead).toEqual([])
})

it('every page of docs/ that a message of Headroom names is there', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
  const named = sources.flatMap((name) =>
    [...readFileSync(join(root, 'src', name), 'utf8').matchAll(/docs\/[\w/-]+\.md/g)].map((match) => match[0]),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([])
})
