/** What is higher or wider than its room is scrolled by keys too: the `ref` of its box. */
export function reachByKeys(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0
}
