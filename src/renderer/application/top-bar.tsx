import { memo } from 'react'
import type { Scenario } from '../../contracts/scenario.ts'
import { ButtonWithReason } from '../components/button-with-reason.tsx'
import { RedoIcon, UndoIcon } from '../components/icons.tsx'
import type { RefusedText } from '../features/sizing/scenario-editor.ts'
import type { Presenter } from './presenter.ts'
import { stateText } from './state-text.ts'
import type { ScenarioState } from './use-scenario.ts'

interface TopBarProps {
  readonly state: ScenarioState
  readonly examples: readonly { readonly fileName: string; readonly scenario: Scenario }[]
  readonly presenter: Presenter
  /** Starts a blank scenario. */
  readonly onNew: () => void
  /** Opens the view that starts from a running cluster. */
  readonly onObserve: () => void
  /** Starts the tour. Null if it was taken or dismissed before. */
  readonly onTour: (() => void) | null
}

/** Name and state of the scenario, and the buttons that open and save scenarios. */
export function TopBar({ presenter, ...props }: TopBarProps) {
  if (presenter.isOn) return <PresenterBar state={props.state} presenter={presenter} />
  return <EditorBar {...props} />
}

function EditorBar({ state, examples, onNew, onObserve, onTour }: Omit<TopBarProps, 'presenter'>) {
  const { editor, dispatch } = state
  const refused: RefusedText | undefined = editor.refused.name
  return (
    <header className="top-bar">
      <input
        className="scenario-name"
        aria-label="Name of the scenario"
        aria-invalid={refused !== undefined}
        title={refused?.problem}
        value={refused?.text ?? editor.scenario.name}
        data-place="name"
        onBlur={() => dispatch({ type: 'settled' })}
        onChange={(event) => dispatch({ type: 'typed', place: 'name', text: event.target.value })}
      />
      <p className="state quiet" title={editor.filePath ?? undefined}>
        {stateText(editor, examples)}
      </p>
      {onTour === null ? null : (
        <button type="button" className="plain" aria-label="New here? Take the one-minute tour" onClick={onTour}>
          <span className="in-wide-window">New here? Take the one-minute tour</span>
          <span className="in-narrow-window">One-minute tour</span>
        </button>
      )}
      <UndoButtons state={state} />
      <button type="button" title="New scenario (Ctrl+N)" onClick={onNew}>
        New
      </button>
      <ExampleChoice examples={examples} replaceWith={state.replaceWith} onObserve={onObserve} />
      <button type="button" onClick={() => void state.openFile()}>
        Open…
      </button>
      <button type="button" onClick={() => void state.saveFile()}>
        {editor.filePath === null ? 'Save…' : 'Save'}
      </button>
    </header>
  )
}

type ExampleChoiceProps = Pick<TopBarProps, 'examples' | 'onObserve'> & Pick<ScenarioState, 'replaceWith'>

/** Value of the option that opens the observe view. The other options are examples. */
const runningCluster = 'running-cluster'

const ExampleChoice = memo(function ExampleChoice({ examples, replaceWith, onObserve }: ExampleChoiceProps) {
  return (
    <select
      className="button-select"
      aria-label="Start from an example or a running cluster"
      value=""
      onChange={(event) => {
        if (event.target.value === runningCluster) onObserve()
        const example = examples.find(({ fileName }) => fileName === event.target.value)
        if (example !== undefined) replaceWith(example.scenario, null)
      }}
    >
      <option value="" disabled hidden>
        Start from
      </option>
      <option value={runningCluster}>A running cluster…</option>
      {examples.map(({ fileName, scenario }) => (
        <option key={fileName} value={fileName}>
          {scenario.name}
        </option>
      ))}
    </select>
  )
})

/** The bar in presenter mode: customer, scenario, and the button that leaves the mode. */
function PresenterBar({ state, presenter }: Pick<TopBarProps, 'state' | 'presenter'>) {
  return (
    <header className="top-bar">
      <label className="presented-to">
        <span className="quiet">Presented to</span>
        <input
          className="scenario-name"
          placeholder="name of the customer"
          value={presenter.customer}
          onChange={(event) => presenter.setCustomer(event.target.value)}
        />
      </label>
      <p className="state">{state.editor.scenario.name}</p>
      <button type="button" onClick={presenter.toggle}>
        Leave presenter mode
      </button>
    </header>
  )
}

function UndoButtons({ state }: { readonly state: ScenarioState }) {
  return (
    <div className="undo">
      <ButtonWithReason
        label="Undo"
        title="Undo (Ctrl+Z)"
        disabledBecause={state.canUndo ? null : 'There is nothing to undo.'}
        reasonAs="tooltip"
        onClick={() => state.dispatch({ type: 'undone' })}
      >
        <UndoIcon />
      </ButtonWithReason>
      <ButtonWithReason
        label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        disabledBecause={state.canRedo ? null : 'There is nothing to redo.'}
        reasonAs="tooltip"
        onClick={() => state.dispatch({ type: 'redone' })}
      >
        <RedoIcon />
      </ButtonWithReason>
    </div>
  )
}
