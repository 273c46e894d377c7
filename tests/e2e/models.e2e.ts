/**
 * The models in the real window: limits with sources, published figures and their bands, broken models, and Use in
 * Sizing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  accessibilityProblems,
  goTo,
  type HeadroomWindow,
  keepScreenshot,
  makeWorkspace,
  openHeadroom,
  repositoryRoot,
  textOf,
} from './open-window.ts'

let window: HeadroomWindow
beforeAll(async () => {
  const workspace = makeWorkspace()
  mkdirSync(join(workspace, 'models'))
  writeFileSync(join(workspace, 'models', 'mine.json'), '{"kind": "headroom.offering", "id": "mine"}')
  window = await openHeadroom({ workspace })
})
afterAll(() => window?.app.close())

it('shows limits with sources, published figures and a broken model with its place, and sizes with a model', async () => {
  const { page } = window
  await page.getByRole('button', { name: 'Close' }).click()
  await goTo(page, 'Models')
  await page.getByLabel('Limits as of').waitFor()
  expect(await textOf(page.locator('.sentence'))).toMatch(
    /^Confluent Cloud Dedicated: \d+ limits, each with its source/,
  )
  await page.getByLabel('Limits as of').selectOption('2020-04')
  const ingress = page.getByRole('row', { name: /^Ingress/ }).first()
  expect(await textOf(ingress)).toMatch(/50 MB\/s per CKU.*guideline.*2020/)
  expect(await textOf(page.getByRole('region', { name: 'Invalid and ignored' }))).toMatch(
    /mine\.json: model: expected service-limits or .*Correct the file/,
  )

  await page.getByRole('button', { name: /^Apache Kafka on hosts/ }).click()
  await page.getByRole('img', { name: 'Predicted over published' }).waitFor()
  expect(await textOf(page.locator('figcaption'))).toMatch(/\d+ of \d+ published figures lie inside the band/)
  await page.getByRole('heading', { name: 'Parameters' }).waitFor()
  // The workbench computes the predictions of held-out figures, so they appear later.
  await page.getByText(/^Refitted without the figure that it predicts, the model misses/).waitFor()
  // Nothing is wider than its pane, because long names and addresses wrap.
  expect(await page.locator('.answer').evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, `models-${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Use in Sizing' }).click()
  expect(await page.locator('[data-place="deployment.offering"]').inputValue()).toBe('apache-kafka-on-hosts')
  expect(window.complaints).toEqual([])
})

it('accepts a model of the user’s as text, with each problem on its line, saves it, and restores an unsaved one', async () => {
  const { page, workspace } = window
  await goTo(page, 'Models')
  await page.getByRole('button', { name: 'AWS MSK Serverless' }).click()
  await page.getByRole('button', { name: 'Duplicate and edit' }).click()
  const text = page.getByLabel('Model, as JSON')
  await page.locator('.sentence', { hasText: '“My AWS MSK Serverless” is valid.' }).waitFor()
  const right = await text.inputValue()
  await text.fill(right.replace('"vendor":', '"vendr":'))
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('listitem').filter({ hasText: 'vendr' })
  await problem.waitFor()
  const line = right.split('\n').findIndex((each) => each.includes('"vendor":')) + 1
  expect(await textOf(problem)).toContain(`line ${line} vendr: unknown field`)
  expect(await page.getByRole('button', { name: 'Save the model' }).isEnabled()).toBe(false)
  await problem.getByRole('button').click()
  const selected = () =>
    text.evaluate((area) => {
      const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement
      return value.slice(selectionStart, selectionEnd)
    })
  expect(await selected()).toContain('"vendr":')
  expect(await accessibilityProblems(page)).toEqual([])
  await keepScreenshot(page, 'model-editor')
  await page.getByRole('button', { name: 'Close and keep the text' }).click()
  // A new draft would replace this one, so the user is asked first. Afterwards the focus returns to the button.
  const begin = page.getByRole('button', { name: 'Duplicate and edit' })
  await begin.click()
  await page.getByRole('dialog', { name: 'Start another model?' }).getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Duplicate and edit')
  await goTo(page, 'Sizing')
  await goTo(page, 'Models')
  await page.getByRole('button', { name: 'Continue your model' }).click()
  expect(await text.inputValue()).toContain('"vendr":')
  await text.fill(right)
  await page.locator('.sentence', { hasText: '” is valid.' }).waitFor()
  await page.getByRole('button', { name: 'Save the model' }).click()
  await page.locator('.sentence', { hasText: /^My AWS MSK Serverless: / }).waitFor()
  expect(readFileSync(join(workspace, 'models', 'my-aws-msk-serverless.json'), 'utf8')).toBe(right)
  await page.getByRole('button', { name: 'Use in Sizing' }).click()
  expect(await page.locator('[data-place="deployment.offering"]').inputValue()).toBe('my-aws-msk-serverless')
  expect(window.complaints).toEqual([])
})

it('accepts a large pasted text, and says if it is too large', async () => {
  const { app, page } = window
  await goTo(page, 'Models')
  await page.getByRole('button', { name: 'AWS MSK Serverless', exact: true }).click()
  await page.getByRole('button', { name: 'Duplicate and edit' }).click()
  const text = page.getByLabel('Model, as JSON')
  await page.locator('.sentence', { hasText: '” is valid.' }).waitFor()
  const right = await text.inputValue()
  const paste = async (pasted: string) => {
    await app.evaluate(({ clipboard }, words) => clipboard.writeText(words), pasted)
    await text.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+v')
  }
  const line = `${' '.repeat(39)}\n`
  const spaced = (characters: number) => right + line.repeat(Math.ceil((characters - right.length) / line.length))
  await paste(spaced(1_100_000).replace('"vendor":', '"vendr":'))
  await page.getByRole('list', { name: 'Problems' }).getByText('vendr').first().waitFor()
  const shown = await text.inputValue()
  expect(shown.length).toBeGreaterThan(1_100_000)
  await paste(spaced(2_000_001))
  await page.getByText(/^A model has 2,000,000 characters at most; this text has 2,000,0\d\d\.$/).waitFor()
  await paste('\n'.repeat(100_000))
  await page.getByText('A model has 100,000 lines at most; this text has 100,001.').waitFor()
  expect(await text.inputValue()).toBe(shown)
  // Now the text becomes too long while the user types.
  await paste(spaced(1_999_900))
  await page.getByRole('list', { name: 'Problems' }).waitFor({ state: 'detached' })
  await app.evaluate(({ clipboard }) => clipboard.writeText('-'.repeat(1000)))
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+v')
  await page
    .locator('.sentence', { hasText: /^A model has 2,000,000 characters at most; this text has 2,000,9/ })
    .waitFor()
  expect(await page.getByRole('button', { name: 'Save the model' }).isEnabled()).toBe(false)
  await paste(right)
  await page.locator('.sentence', { hasText: '” is valid.' }).waitFor()
  await page.getByRole('button', { name: 'Close and keep the text' }).click()
  expect(window.complaints).toEqual([])
})

it('takes newer limits and prices from a folder, or shows every problem of it and takes nothing', async () => {
  const workspace = makeWorkspace()
  const newer = join(workspace, 'limits-of-2027')
  const { app, page, complaints } = await openHeadroom({ workspace })
  try {
    mkdirSync(newer)
    const path = join(newer, 'aws-msk-serverless.json')
    const model = JSON.parse(readFileSync(join(repositoryRoot, 'models', 'aws-msk-serverless.json'), 'utf8'))
    const text = JSON.stringify({
      ...model,
      limitSets: [...model.limitSets, { ...model.limitSets.at(-1), asOf: '2027-01' }],
    })
    await app.evaluate(({ dialog }, folder) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] })
    }, newer)
    await goTo(page, 'Models')
    const update = page.getByRole('button', { name: 'Update from a folder…' })
    writeFileSync(path, text.replace('"vendor":', '"vendr":'))
    await update.click()
    const problem = page.getByRole('alert')
    await problem.getByText('aws-msk-serverless.json:1: vendr: unknown field').waitFor()
    expect(await textOf(problem)).toMatch(/^Nothing was taken from /)
    expect(await accessibilityProblems(page)).toEqual([])
    await keepScreenshot(page, 'models-update-refused')

    writeFileSync(path, text)
    await update.click()
    await page.getByText('Limits of AWS MSK Serverless, newest date 2027-01.').waitFor()
    expect(await problem.count()).toBe(0)
    await page.getByRole('button', { name: 'AWS MSK Serverless', exact: true }).click()
    expect(await page.getByLabel('Limits as of').inputValue()).toBe('2027-01')
    expect(await textOf(page.getByRole('main'))).toContain('From aws-msk-serverless.json of your workspace')
    await keepScreenshot(page, 'models-update')
    expect(readFileSync(join(workspace, 'models', 'aws-msk-serverless.json'), 'utf8')).toBe(`${text}\n`)
    expect(complaints).toEqual([])
  } finally {
    await app.close()
  }
})

it('shows a model whose published figures cannot be predicted, with the reason', async () => {
  const workspace = makeWorkspace()
  mkdirSync(join(workspace, 'models'))
  const hosts = JSON.parse(readFileSync(join(repositoryRoot, 'models', 'apache-kafka-on-hosts.json'), 'utf8'))
  hosts.evidence.points[0].set = { 'workload.topics.0.partitions': -1 }
  writeFileSync(
    join(workspace, 'models', 'ours.json'),
    JSON.stringify({ ...hosts, id: 'ours', name: 'Hosts of ours', vendor: 'Us' }),
  )
  const { app, page, complaints } = await openHeadroom({ workspace })
  try {
    await goTo(page, 'Models')
    await page.getByRole('button', { name: /^Hosts of ours/ }).click()
    expect(await textOf(page.getByRole('alert'))).toMatch(/^Its published figures cannot be predicted\..*partitions/)
    await page.getByRole('heading', { name: 'Parameters' }).waitFor()
    expect(complaints).toEqual([])
  } finally {
    await app.close()
  }
})
