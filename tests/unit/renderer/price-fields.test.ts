import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { emptyCompareForm, readCompareForm } from '../../../src/renderer/features/compare/compare-form.ts'
import { publishedPrices } from '../billing/shipped-prices.ts'
import { first, shippedOffering } from '../capacity/known-files.ts'

beforeAll(() => {
  const headroom = { onWorkbenchState: vi.fn(), requestWorkbenchPort: vi.fn() }
  vi.stubGlobal('window', {
    headroom,
    addEventListener: vi.fn(),
    matchMedia: () => ({ matches: false, addEventListener: vi.fn() }),
  })
  vi.stubGlobal('document', { documentElement: { style: {} } })
})

// Test files share globals and modules: without this, Chart.js would take this page for that of the next file.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const offerings = [shippedOffering('aws-msk-express'), shippedOffering('confluent-cloud-dedicated')]
const models = {
  offerings,
  calibrations: [],
  broken: [],
  prices: { published: [...publishedPrices.published], own: [] },
}

it('shows the bill of a month, its region and date, what is not known, and the fields of prices', async () => {
  const { CompareView } = await import('../../../src/renderer/features/compare/compare-view.tsx')
  const form = { ...emptyCompareForm, prices: { 'confluent-cloud-dedicated': '0.01 USD' } }
  expect(readCompareForm(form, publishedPrices).prices).toHaveLength(1)
  const nothing = () => undefined
  const page = renderToStaticMarkup(
    createElement(CompareView, {
      ...{ scenario: first, staleNote: null, offerings, form, models, examples: [] },
      ...{ onChange: nothing, onChoose: nothing, onOpen: nothing },
    }),
  )
  // Numbers stay together with their units, and dates are spans that do not wrap.
  expect(page).toContain('<span class="date">2026-08-20</span>')
  const html = page.replaceAll('\u00a0', ' ').replace(/<span class="date">([^<]*)<\/span>/g, '$1')
  expect(html).toContain('Cost per month')
  expect(html).toContain('us-east-1, prices of 2026-08-20 to 2026-11-22')
  expect(html).toContain('not known: data written, data read')
  expect(html).toMatch(/Region of the prices.*Consumers read in their own zone.*Your own price sheet/)
})

it('asks for the price of a unit in the row that lacks it, until there is one', async () => {
  const { CompareView } = await import('../../../src/renderer/features/compare/compare-view.tsx')
  const nothing = () => undefined
  const pageWith = (prices: Record<string, string>) =>
    renderToStaticMarkup(
      createElement(CompareView, {
        ...{ scenario: first, staleNote: null, offerings, form: { ...emptyCompareForm, prices }, models, examples: [] },
        ...{ onChange: nothing, onChoose: nothing, onOpen: nothing },
      }),
    )
  expect(pageWith({}).match(/Enter your price/g)).toHaveLength(1)
  expect(pageWith({})).toMatch(/Enter your price<span class="visually-hidden"> for Confluent Cloud Dedicated/)
  expect(pageWith({ 'confluent-cloud-dedicated': '2.5 USD' })).not.toContain('Enter your price')
})
