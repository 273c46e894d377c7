/**
 * The page of the window: the list of views, the bar with the open scenario, and the current view.
 */
import { useEffect, useState } from 'react'
import { reloadedMark } from '../../contracts/main-channels.ts'
import { shell } from '../api.ts'
import { ViewBoundary } from '../components/view-boundary.tsx'
import { loadLaterViews } from './later-views.ts'
import { useNotify } from './notices.tsx'
import { Overlays } from './overlays.tsx'
import { pageActions, takeDropped } from './page-actions.ts'
import { PresentingProvider } from './presenter.ts'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { useCommands } from './use-commands.ts'
import { useDrops } from './use-drops.ts'
import { type AppProps, usePage } from './use-page.ts'
import { View } from './view.tsx'

/** Storage key that is set when the tour was taken or dismissed. */
const tourKey = 'headroom.tour-ended'

/** The page, after the workbench has answered. */
export function App(props: AppProps) {
  const page = usePage(props)
  const { view, scenarioState, examples, validation, presenter, runtime } = page
  const actions = pageActions(page)
  const [isTourOffered, setTourOffered] = useState(() => localStorage.getItem(tourKey) === null)
  const isDropping = useDrops((paths) => void takeDropped(paths, page))
  useCommands(actions)
  useUnexpectedNotices()
  useUsableMark()
  const endTour = () => {
    localStorage.setItem(tourKey, 'yes')
    setTourOffered(false)
    page.setOverlay(null)
  }
  return (
    <PresentingProvider value={presenter.isOn}>
      <div className="shell">
        <Rail
          view={view}
          isRunLive={validation.run?.isLive ?? false}
          isBenchmarkLive={page.benchmarks.shown?.isLive ?? false}
          runtime={presenter.isOn ? null : runtime}
          onChange={page.setView}
        />
        <TopBar
          state={scenarioState}
          {...{ examples, presenter }}
          onNew={actions['scenario.new']}
          onObserve={actions['view.observe']}
          onTour={isTourOffered ? actions['help.tour'] : null}
        />
        <ViewBoundary
          key={view}
          advice="The other views work, and the scenario is kept as a draft. Undo reverts its last change."
        >
          <View page={page} />
        </ViewBoundary>
        <Overlays page={page} actions={actions} onTourEnd={endTour} />
        {isDropping ? (
          <p className="drop-hint">
            {view === 'observe'
              ? 'Drop lists of topics or exports of metrics to use them as sources, or a scenario to open it.'
              : 'Drop a scenario to open it, a run to add it, or outputs of other tools to import them.'}
          </p>
        ) : null}
      </div>
    </PresentingProvider>
  )
}

const reloadedNotice = {
  text: 'The window stopped unexpectedly and was reloaded. Your input is kept, and a live run continues.',
  isProblem: true,
}

/** Shows a notice if the workbench stopped, if the page was reloaded after a crash, and for unhandled errors. */
function useUnexpectedNotices(): void {
  const notify = useNotify()
  useEffect(() => {
    const stop = shell.onWorkbenchState(({ message }) => notify({ text: message, isProblem: true }))
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      const problem = reason instanceof Error ? reason.message : String(reason)
      notify({ text: `This did not work: ${problem}`, isProblem: true })
    }
    window.addEventListener('unhandledrejection', onRejection)
    if (location.search === reloadedMark) notify(reloadedNotice)
    return () => {
      stop()
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [notify])
}

/** Marks the time at which the window is ready, which tests/bench read. Then loads the code of the other views. */
function useUsableMark(): void {
  useEffect(() => {
    performance.mark('headroom:usable')
    loadLaterViews()
  }, [])
}
