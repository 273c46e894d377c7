/**
 * All changes with which a smaller size is enough. The headline has the button for the first; this panel has the others.
 */
import { memo } from 'react'
import type { Offering } from '../../../contracts/offering.ts'
import { changedFieldsText } from '../../../presentation/sizing/changed-fields.ts'
import { smallerSizeSections } from '../../../presentation/sizing/smaller-size-section.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'
import type { Recommended } from './recommendation-for.ts'
import { appliedAction } from './recommended-action.ts'
import type { EditorAction } from './scenario-editor.ts'

interface SmallerSizePanelProps {
  readonly recommended: Recommended
  readonly offering: Offering
  readonly dispatch: (action: EditorAction) => void
}

/** The panel; nothing if there is no such change. */
export const SmallerSizePanel = memo(function SmallerSizePanel(props: SmallerSizePanelProps) {
  const { recommended, offering, dispatch } = props
  const { sizes, scenario } = recommended
  const [section] = smallerSizeSections(sizes, { scenario, unitName: offering.unitName })
  if (section === undefined) return null
  return (
    <section aria-label={section.title} className="next-panel">
      <h2>{section.title}</h2>
      <DocumentBlocks blocks={section.blocks} />
      {sizes.found.slice(1).map((change) => (
        <button key={change.kinds.join()} type="button" onClick={() => dispatch(appliedAction(change))}>
          Apply {changedFieldsText(change.changes, scenario)}
        </button>
      ))}
    </section>
  )
})
