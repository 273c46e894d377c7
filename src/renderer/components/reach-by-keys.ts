/** A `ref` for a scrollable box, so that it can be scrolled with keys. */
export function reachByKeys(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0
}
