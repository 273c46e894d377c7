import type { Scenario } from '../../contracts/scenario.ts'

const fileName = 'first.headroom.json'

/** The example that a newcomer begins with; undefined where there are none. */
export function firstExample(
  examples: readonly { readonly fileName: string; readonly scenario: Scenario }[],
): Scenario | undefined {
  return (examples.find((example) => example.fileName === fileName) ?? examples[0])?.scenario
}
