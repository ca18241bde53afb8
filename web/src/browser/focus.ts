// The keyboard's focus, which must not get lost when the element that has it disappears.

/** Whether nothing has the focus but the page as a whole, or an element that keeps it until there is something to do. */
export function hasLostFocus(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches('#main, [data-keeps-focus]')
}

/** Attachment: give an element the focus as soon as it appears, if nothing else has it. */
export function takeLostFocus(element: HTMLElement): void {
  if (hasLostFocus()) element.focus()
}

/** Give the focus, if nothing has it, to the first of these that is there. */
export function restoreFocus(root: HTMLElement, ...selectors: string[]): void {
  if (!hasLostFocus()) return
  const element = selectors.map((selector) => root.querySelector<HTMLElement>(selector)).find((candidate) => candidate)
  element?.focus({ preventScroll: true })
}

/** Give the focus to the heading of the page, if nothing in the page has it. Returns whether the page needs no more help. */
export function focusHeading(main = document.getElementById('main')): boolean {
  const isFree = document.activeElement === main || document.activeElement === document.body
  const heading = main?.querySelector('h1')
  if (isFree && heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  return !isFree || Boolean(heading)
}

/** Give the focus to a page that was just opened: to its heading, as soon as it is there, unless something in it takes it. */
export function enterPage(main: HTMLElement): () => void {
  const observer = new MutationObserver(() => focusHeading(main) && observer.disconnect())
  main.focus({ preventScroll: true })
  if (!focusHeading(main)) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}
