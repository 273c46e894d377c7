import type { Source } from '../../contracts/source.ts'
import { limitSource, sourceText } from '../../presentation/source-text.ts'
import { todayText } from '../../units/calendar-day.ts'
import { DocumentText } from './document-blocks.tsx'

interface SourceLineProps {
  readonly source: Source
  /** True for the source of a limit. It is marked if it is more than a year old. */
  readonly isLimit?: boolean
}

/** The source of a number, worded as in reports. */
export function SourceLine({ source, isLimit = false }: SourceLineProps) {
  const content = isLimit ? limitSource(source, todayText()) : sourceText(source)
  return (
    <p className="quiet">
      <DocumentText content={content} />.
    </p>
  )
}
