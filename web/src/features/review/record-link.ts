// A record in a link: packed small, as letters that an address may hold. It stands after `#`, so no server ever sees it.

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const flow = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(flow).arrayBuffer())
}

/** A record without its remarks. */
export const bare = (record: string): string =>
  record
    .split('\n')
    .filter((line) => !line.startsWith(';'))
    .join('\n')

/** The same, packed. */
export async function pack(record: string): Promise<string> {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(bare(record)))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The record that was packed. Raises for what is none. */
export async function unpack(text: string): Promise<string> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = await through(
    new DecompressionStream('deflate-raw'),
    Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
  )
  return new TextDecoder().decode(bytes)
}
