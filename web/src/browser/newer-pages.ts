// The server may get newer pages while these are open. A part that was not loaded before is then gone, so the page is
// loaded anew. Nothing is lost: matches are at the server, and a row that is being made is stored.

/** Load the page anew if the server has other pages than these; nothing happens if it cannot be reached. */
export async function reloadIfNewer(reload = () => location.reload()): Promise<void> {
  const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return
  const newest = await response.text()
  const scripts = [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? '')
  if (scripts.some((address) => !newest.includes(address))) reload()
}

/** Watch for parts of the pages that cannot be loaded. */
export function watchForNewerPages(): void {
  addEventListener('vite:preloadError', () => void reloadIfNewer())
}
