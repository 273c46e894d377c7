import type { Scenario } from '../../contracts/scenario.ts'
import type { RefusedText, ScenarioEditor } from '../features/sizing/scenario-editor.ts'

interface TopBarProps {
  readonly editor: ScenarioEditor
  readonly examples: readonly { readonly fileName: string; readonly scenario: Scenario }[]
  readonly onName: (name: string) => void
  readonly onExample: (fileName: string) => void
  readonly onOpen: () => void
  readonly onSave: () => void
}

/** Name and state of the scenario, and where scenarios come from and go to. */
export function TopBar({ editor, examples, onName, onExample, onOpen, onSave }: TopBarProps) {
  const refused: RefusedText | undefined = editor.refused.name
  return (
    <header className="top-bar">
      <input
        className="scenario-name"
        aria-label="Name of the scenario"
        aria-invalid={refused !== undefined}
        title={refused?.problem}
        value={refused?.text ?? editor.scenario.name}
        onChange={(event) => onName(event.target.value)}
      />
      <p className="state quiet" title={editor.filePath ?? undefined}>
        {stateText(editor)}
      </p>
      <select
        className="button-select"
        aria-label="Open an example"
        value=""
        onChange={(event) => onExample(event.target.value)}
      >
        <option value="" disabled hidden>
          Examples
        </option>
        {examples.map(({ fileName, scenario }) => (
          <option key={fileName} value={fileName}>
            {scenario.name}
          </option>
        ))}
      </select>
      <button type="button" onClick={onOpen}>
        Open…
      </button>
      <button type="button" onClick={onSave}>
        {editor.filePath === null ? 'Save…' : 'Save'}
      </button>
    </header>
  )
}

/** Closing never asks, so the state says what is kept where. */
function stateText({ filePath, isChanged }: ScenarioEditor): string {
  const file = filePath?.split(/[\\/]/).at(-1)
  if (file === undefined) return isChanged ? 'Draft, kept in the workspace' : 'Example'
  return isChanged ? `${file}, changed; the draft is kept` : file
}
