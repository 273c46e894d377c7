import { useSettled } from '../asking/use-settled.ts'

const settleMs = 800

/** Announces a text to screen readers when it has not changed for `settleMs`, so that not every keystroke is announced. */
export function SettledStatus({ text }: { readonly text: string }) {
  const settled = useSettled(text, settleMs, '')
  return (
    <p className="visually-hidden" role="status">
      {settled}
    </p>
  )
}
