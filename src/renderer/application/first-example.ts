import type { Scenario } from '../../contracts/scenario.ts'

const fileName = 'first.headroom.json'

/** The example that is open at the first start; undefined if there are no examples. */
export function firstExample(
  examples: readonly { readonly fileName: string; readonly scenario: Scenario }[],
): Scenario | undefined {
  return (examples.find((example) => example.fileName === fileName) ?? examples[0])?.scenario
}
