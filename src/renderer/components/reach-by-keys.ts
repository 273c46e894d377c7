/** A `ref` for a scrollable element that lets it take the focus, so that keys can scroll it. */
export function reachByKeys(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0
}
