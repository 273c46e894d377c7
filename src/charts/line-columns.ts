/** A long line as two columns of equal length. `xs` ascends. A NaN in `ys` is a gap. */
export type LineColumns = { readonly xs: Float64Array; readonly ys: Float64Array }
