// The address of the page that is shown. Addresses are plain paths, so links can be sent; what follows `#` never reaches
// a server log.

export const route = $state({ path: location.pathname, hash: location.hash.slice(1) })

function readAddress(): void {
  route.path = location.pathname
  route.hash = location.hash.slice(1)
}

addEventListener('popstate', readAddress)
addEventListener('hashchange', readAddress)

/** Go to another page of this site without reloading. */
export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  readAddress()
  scrollTo(0, 0)
}

/** Click handler for links: a plain click on a link to this site does not reload the page. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element).closest('a')
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
  event.preventDefault()
  go(link.pathname + link.hash)
}
