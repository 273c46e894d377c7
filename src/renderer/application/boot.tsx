/**
 * Starts the app: loads the models, the examples and the draft of the scenario from the workbench, then shows the page.
 */

import { useEffect, useState } from 'react'
import type { AppErrorData } from '../../contracts/app-error.ts'
import { ask } from '../asking/use-answer.ts'
import { remedyText } from '../components/remedy-text.ts'
import { readDraft } from '../features/sizing/draft-text.ts'
import { newScenario } from '../features/sizing/new-scenario.ts'
import { editorOf, type ScenarioEditor } from '../features/sizing/scenario-editor.ts'
import { App } from './app.tsx'
import { brokenFilesNotice } from './broken-files-notice.ts'
import { firstExample } from './first-example.ts'
import { errorNotice, type Notify, useNotify } from './notices.tsx'
import type { AppProps } from './use-page.ts'

/** Shows the app when models and a scenario are loaded, or the error if that fails. */
export function Boot() {
  const notify = useNotify()
  const [props, setProps] = useState<AppProps | null>(null)
  const [error, setError] = useState<AppErrorData | null>(null)
  useEffect(() => {
    loadApp(notify).then(setProps, (reason: AppErrorData) => setError(reason))
  }, [notify])
  if (error !== null) return <BootProblem error={error} />
  return props === null ? (
    <main className="boot" aria-busy="true" aria-label="Headroom is starting" />
  ) : (
    <App {...props} />
  )
}

async function loadApp(notify: Notify): Promise<AppProps> {
  const [models, examples, draft] = await Promise.all([
    ask('models.list', {}),
    ask('examples.list', {}),
    ask('draft.load', {}),
  ])
  if (!models.ok) throw models.error
  if (!examples.ok) throw examples.error
  // Sizing works without a workspace. The notice says that nothing can be stored.
  if (!draft.ok) notify(errorNotice(draft.error))
  if (models.value.broken.length > 0) notify(brokenFilesNotice(models.value.broken))
  const draftText = draft.ok ? draft.value.text : null
  const first = firstExample(examples.value)
  const initial: ScenarioEditor =
    (draftText === null ? null : readDraft(draftText)) ??
    editorOf(first ?? newScenario(models.value.offerings[0]?.id ?? 'unknown'), null)
  return { models: models.value, examples: examples.value, initial }
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
      {error.remedy === null ? null : <p>{remedyText(error)}</p>}
    </main>
  )
}
