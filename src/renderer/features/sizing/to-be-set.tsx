/**
 * What has to be set outside Headroom after a recommendation was applied, because applying changes only the scenario, not the
 * clients and topics.
 */
import { memo, useMemo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { changedSettings } from '../../../presentation/provision/changed-settings.ts'
import { CopiedText } from '../../components/copied-text.tsx'

interface ToBeSetProps {
  /** The scenario before a recommendation was applied; null if none was. */
  readonly before: Scenario | null
  readonly scenario: Scenario
  readonly offering: Offering
}

/** One line with the settings, which unfolds to texts to copy. Nothing if no setting differs. */
export const ToBeSet = memo(function ToBeSet({ before, scenario, offering }: ToBeSetProps) {
  const settings = useMemo(
    () => (before === null ? null : changedSettings(before, scenario, offering)),
    [before, scenario, offering],
  )
  if (settings === null) return null
  return (
    <details className="to-be-set">
      <summary>
        Applied to this scenario. Still to set on your clients and topics:{' '}
        <strong>{withNoBreakSpaces(settings.text)}</strong>.{' '}
        {settings.assumption === null ? null : `${settings.assumption} `}
        <span className="ask">Show and copy</span>
      </summary>
      {settings.files.map((file) => (
        <CopiedText key={file.name} heading="h2" {...file} />
      ))}
    </details>
  )
})
