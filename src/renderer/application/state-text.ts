/**
 * Says where the open scenario is stored. The user has to know, because closing the window does not ask.
 */
import type { ScenarioEditor } from '../features/sizing/scenario-editor.ts'

/** "orders.headroom.json", "Example", or that a scenario without a file is kept as the draft. */
export function stateText(
  { filePath, isChanged, scenario }: Pick<ScenarioEditor, 'filePath' | 'isChanged' | 'scenario'>,
  examples: readonly { readonly scenario: { readonly name: string } }[],
): string {
  const file = filePath?.split(/[\\/]/).at(-1)
  if (file !== undefined) return isChanged ? `${file}, changed; the draft is kept` : file
  // Without a file are examples, new scenarios, and scenarios made from an observation.
  const isExample = !isChanged && examples.some((example) => example.scenario.name === scenario.name)
  return isExample ? 'Example' : 'Draft, kept in the workspace'
}
