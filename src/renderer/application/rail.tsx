import { memo, type ReactNode } from 'react'
import type { RuntimeDescription } from '../../contracts/main-channels.ts'
import {
  AgentsIcon,
  BenchmarksIcon,
  CompareIcon,
  ForecastIcon,
  LogoIcon,
  ModelsIcon,
  ObserveIcon,
  RunsIcon,
  SizingIcon,
  ValidationIcon,
} from '../components/icons.tsx'

/** The views of the window. */
export type ViewName =
  | 'sizing'
  | 'compare'
  | 'validation'
  | 'benchmarks'
  | 'runs'
  | 'models'
  | 'agents'
  | 'observe'
  | 'forecast'

const views: readonly { readonly name: ViewName; readonly label: string; readonly icon: ReactNode }[] = [
  { name: 'sizing', label: 'Sizing', icon: <SizingIcon /> },
  { name: 'compare', label: 'Compare', icon: <CompareIcon /> },
  { name: 'validation', label: 'Validation', icon: <ValidationIcon /> },
  { name: 'runs', label: 'Runs', icon: <RunsIcon /> },
  { name: 'models', label: 'Models', icon: <ModelsIcon /> },
  { name: 'benchmarks', label: 'Benchmarks', icon: <BenchmarksIcon /> },
  { name: 'agents', label: 'Agents', icon: <AgentsIcon /> },
  { name: 'observe', label: 'Observe', icon: <ObserveIcon /> },
  { name: 'forecast', label: 'Forecast', icon: <ForecastIcon /> },
]

interface RailProps {
  readonly view: ViewName
  readonly isRunLive: boolean
  readonly isBenchmarkLive: boolean
  /** The Electron that runs the window; null while it is unknown, and in presenter mode. */
  readonly runtime: RuntimeDescription | null
  readonly onChange: (view: ViewName) => void
}

/** The list of views. A line at the bottom names the Electron runtime if it is not the official one. */
export const Rail = memo(function Rail({ view, isRunLive, isBenchmarkLive, runtime, onChange }: RailProps) {
  return (
    <nav className="rail" aria-label="Views">
      <LogoIcon />
      {views.map(({ name, label, icon }) => (
        <button
          type="button"
          key={name}
          aria-current={name === view ? 'page' : undefined}
          onClick={() => onChange(name)}
        >
          {icon}
          {label}
          {(name === 'validation' && isRunLive) || (name === 'benchmarks' && isBenchmarkLive) ? (
            <span className="live">
              <span className="visually-hidden"> (a run is live)</span>
            </span>
          ) : null}
        </button>
      ))}
      {runtime === null || runtime.isOfficialRuntime ? null : (
        <p className="runtime">Development runtime Electron {runtime.electronVersion.split('.')[0]}</p>
      )}
    </nav>
  )
})
