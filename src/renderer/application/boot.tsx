/**
 * From an empty page to the app: what the workbench knows, and the scenario to begin with.
 */
import { useEffect, useState } from 'react'
import type { AppErrorData } from '../../contracts/app-error.ts'
import { workbench } from '../api.ts'
import { readDraft } from '../features/sizing/draft-text.ts'
import { newScenario } from '../features/sizing/new-scenario.ts'
import { editorOf, type ScenarioEditor } from '../features/sizing/scenario-editor.ts'
import { App, type AppProps } from './app.tsx'
import { errorNotice, useNotify } from './notices.tsx'

const firstExample = 'first.headroom.json'

/** Shows the app as soon as the offerings and a scenario are known. */
export function Boot() {
  const notify = useNotify()
  const [props, setProps] = useState<AppProps | null>(null)
  const [error, setError] = useState<AppErrorData | null>(null)
  useEffect(() => {
    loadApp((draftError) => notify(errorNotice(draftError))).then(setProps, (reason: AppErrorData) => setError(reason))
  }, [notify])
  if (error !== null) return <BootProblem error={error} />
  return props === null ? (
    <main className="boot" aria-busy="true" aria-label="Headroom is starting" />
  ) : (
    <App {...props} />
  )
}

async function loadApp(onDraftError: (error: AppErrorData) => void): Promise<AppProps> {
  const [offerings, examples, draft] = await Promise.all([
    workbench.call('offerings.list', {}),
    workbench.call('examples.list', {}),
    workbench.call('draft.load', {}),
  ])
  if (!offerings.ok) throw offerings.error
  if (!examples.ok) throw examples.error
  // Without its workspace the window still sizes; what cannot be kept is said.
  if (!draft.ok) onDraftError(draft.error)
  const text = draft.ok ? draft.value.text : null
  const first = examples.value.find((example) => example.fileName === firstExample) ?? examples.value[0]
  const initial: ScenarioEditor =
    (text === null ? null : readDraft(text)) ??
    editorOf(first?.scenario ?? newScenario(offerings.value[0]?.id ?? 'unknown'), null)
  return { offerings: offerings.value, examples: examples.value, initial }
}

function BootProblem({ error }: { readonly error: AppErrorData }) {
  return (
    <main className="boot" role="alert">
      <p className="sentence">{error.message}</p>
      {error.problems.map(({ place, message }) => (
        <p key={place + message}>
          {place}: {message}
        </p>
      ))}
      {error.remedy === null ? null : <p>{error.remedy}</p>}
    </main>
  )
}
