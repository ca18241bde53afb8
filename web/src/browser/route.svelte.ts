// Which page is shown. Addresses are plain paths, so that links can be sent; what stands after `#` never reaches a log.

export const route = $state({ path: location.pathname, hash: location.hash.slice(1) })

function look(): void {
  route.path = location.pathname
  route.hash = location.hash.slice(1)
}

addEventListener('popstate', look)
addEventListener('hashchange', look)

/** Go to a page of this site, without loading it anew. */
export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  look()
  scrollTo(0, 0)
}

/** For links: a plain click stays on the page. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest('a')
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
  event.preventDefault()
  go(link.pathname + link.hash)
}
