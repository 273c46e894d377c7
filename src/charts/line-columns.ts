/** A long line as two columns, x rising; `y` is NaN where there is a gap. */
export type LineColumns = { readonly xs: Float64Array; readonly ys: Float64Array }
