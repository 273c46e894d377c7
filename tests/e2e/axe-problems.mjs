/**
 * What axe finds on a page, for e2e tests and benchmarks.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const axePath = fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url))

/** If axe applied fewer rules, it did not check the page. */
const minRules = 15

/**
 * The accessibility problems that axe finds on the current page, as sentences.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export async function axeProblems(page) {
  await page.evaluate(readFileSync(axePath, 'utf8'))
  /** @type {{ passes: unknown[], violations: { id: string, help: string, nodes: { target: unknown[] }[] }[] }} */
  const { passes, violations } = await page.evaluate(() => Reflect.get(window, 'axe').run())
  if (passes.length < minRules) return [`axe applied only ${passes.length} rules`]
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target).join('; ')})`)
}
