/** The icons of the rail and of undo and redo. A word or a label names each button, so no icon has an accessible name. */

const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75, strokeLinecap: 'round' } as const

/** The logo of Headroom: bars under a limit. */
export function LogoIcon() {
  return (
    <svg className="mark" width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
      <path d="M4 6.5h22" {...stroke} strokeWidth={2.5} />
      <path d="M6 24V15.5h5V24M12.5 24v-6h5v6M19 24V11.5h5V24" fill="currentColor" />
    </svg>
  )
}

/** Bars and a limit. */
export function SizingIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M3 5.5h12M3 11h7M3 16.5h10" {...stroke} strokeWidth={2.5} />
      <path d="M18.5 3v16" {...stroke} strokeDasharray="2 3" />
    </svg>
  )
}

/** Bars of several heights. */
export function CompareIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M3.5 18.5V13M9 18.5V8M14.5 18.5v-8M20 18.5V3.5" {...stroke} strokeWidth={2.5} />
    </svg>
  )
}

/** A measured line and its band. */
export function ValidationIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M2.5 6h17M2.5 14h17" {...stroke} strokeDasharray="2 3" />
      <path d="m2.5 18 3.5-8 3 2 3-3 3.5 2 4-2" {...stroke} strokeLinejoin="round" strokeWidth={2} />
    </svg>
  )
}

/** Points on a curve. */
export function BenchmarksIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M3 3v16h16" {...stroke} strokeLinejoin="round" />
      <path d="M5.5 16c3-9 6-10 13-10.5" {...stroke} strokeDasharray="2 3" />
      <path d="M8 11.5v.01M12.500 8.500v.01M17 6.500v.01" {...stroke} strokeWidth={3.5} />
    </svg>
  )
}

/** Lines, each with its outcome. */
export function RunsIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M9 5h10M9 11h10M9 17h10" {...stroke} strokeWidth={2} />
      <path d="m2.5 5 1.5 1.5L6.5 3.5M2.5 11l1.5 1.5 2.5-3" {...stroke} strokeLinejoin="round" />
      <path d="M3 15.5l3 3m0-3-3 3" {...stroke} />
    </svg>
  )
}

/** A page with lines. */
export function ModelsIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M4.5 3h13v16h-13z" {...stroke} strokeLinejoin="round" />
      <path d="M8 7.5h6M8 11h6M8 14.5h3.5" {...stroke} strokeWidth={2} />
    </svg>
  )
}

/** Several machines that send to one. */
export function AgentsIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M2.5 3h5v4h-5zM2.5 9h5v4h-5zM2.5 15h5v4h-5z" {...stroke} strokeLinejoin="round" />
      <path d="M10.5 5l5 4M10.5 11h4.5M10.5 17l5-4" {...stroke} />
      <path d="M18.5 6.5v9" {...stroke} strokeWidth={2.5} />
    </svg>
  )
}

/** An eye with bars in it. */
export function ObserveIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path
        d="M2 11c3-4.700 6-6.500 9-6.500s6 1.800 9 6.500c-3 4.700-6 6.500-9 6.500S5 15.700 2 11z"
        {...stroke}
        strokeLinejoin="round"
      />
      <path d="M8.500 13v-2.500M11 13V8.500M13.500 13v-3.500" {...stroke} strokeWidth={2} />
    </svg>
  )
}

/** A line that rises to a limit. */
export function ForecastIcon() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M2.5 5h17" {...stroke} strokeDasharray="2 3" />
      <path d="M3 18c6-1 10-4 14-13" {...stroke} strokeWidth={2.5} />
    </svg>
  )
}

/** An arrow back. */
export function UndoIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M6 3 2.5 6.5 6 10M2.5 6.5h7a4 4 0 0 1 0 8H7" {...stroke} strokeLinejoin="round" />
    </svg>
  )
}

/** An arrow forward. */
export function RedoIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M10 3l3.5 3.5L10 10M13.5 6.5h-7a4 4 0 0 0 0 8H9" {...stroke} strokeLinejoin="round" />
    </svg>
  )
}
