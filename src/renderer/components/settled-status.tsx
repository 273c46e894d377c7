import { useSettled } from '../asking/use-settled.ts'

const settleMs = 800

/** Says a text to screen readers once it has stood still: not at each key. */
export function SettledStatus({ text }: { readonly text: string }) {
  const settled = useSettled(text, settleMs, '')
  return (
    <p className="visually-hidden" role="status">
      {settled}
    </p>
  )
}
