import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { typeInField } from './keys.ts'
import { allViews, goTo, keepScreenshot, textOf, windowPerTest } from './open-window.ts'

const open = windowPerTest()

/** The disabled buttons of the page that are visible: each with its name, and with what a screen reader says of it. */
function disabledButtons(page: Page): Promise<{ readonly name: string; readonly reason: string }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLButtonElement>('button:disabled')]
      .filter((button) => button.checkVisibility())
      .map((button) => {
        const ids = button.getAttribute('aria-describedby')?.split(' ') ?? []
        const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '')
        return {
          name: button.ariaLabel ?? button.textContent,
          reason: (texts.join(' ').trim() || button.title).replaceAll('\u00a0', ' '),
        }
      }),
  )
}

it('says why at each disabled button of each view, in a new workspace', async () => {
  const { page } = await open()
  const seen = new Map<string, string>()
  for (const view of allViews) {
    await goTo(page, view)
    // Each fold is opened, because a button in a closed one is not visible.
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('details.fold')) fold.open = true
    })
    for (const { name, reason } of await disabledButtons(page)) seen.set(`${view}: ${name}`, reason)
  }
  const silent = [...seen].filter(([, reason]) => reason === '').map(([button]) => button)
  expect(silent).toEqual([])
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['Sizing: Undo', 'Sizing: Redo', 'Agents: Add the agent', 'Observe: Observe']),
  )
})

it('says beside the button why a scenario cannot be run, names the fields as the form does, and leads to them', async () => {
  const { page } = await open()
  await typeInField(page, 'identical topics', '.count', '40')
  await goTo(page, 'Validation')
  const start = page.getByRole('button', { name: 'Start the validation' })
  await page.locator('.inputs', { hasText: 'cannot be run as it is' }).waitFor()
  expect(await start.isDisabled()).toBe(true)
  const [button] = (await disabledButtons(page)).filter(({ name }) => name === 'Start the validation')
  expect(button?.reason).toMatch(/cannot be run as it is: 1 problem\.$/)
  const answer = await textOf(page.getByRole('main'))
  expect(answer).toMatch(/Topics: a run creates at most 32 topics, and this scenario has 40/)
  expect(answer).not.toMatch(/workload\./)
  await keepScreenshot(page, 'validation-refused')
  await page.getByRole('main').getByRole('button', { name: 'Topics' }).click()
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('data-place') === 'workload.topics[0].partitions',
  )
})
